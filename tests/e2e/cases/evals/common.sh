# String evals, few and many, and code that is in no file.

# The sum of the counts of the lines whose name and number end so, in what read_profile() read.
lines_sum() {
	END=$1 awk '
		BEGIN { end = ENVIRON["END"] }
		/^line / { # the name of an eval has a blank, too
			at = NF - 1; place = $2
			for (i = 3; i < at; i++) place = place " " $i
			if (substr(place, length(place) - length(end) + 1) == end) sum += $at
		}
		END { printf "%d\n", sum }' stdout
}

# Runs the agent on a.pl, which has to lose nothing and to take less than 150 MB.
record_a() {
	"$HELPERS/peak" $AGENT --strict -- perl a.pl >peak
	expect_status 0 || exit
	expect [ "$(<peak)" -lt 150 ]
}

# What the readers say but for their progress.
expect_silent_readers() {
	(
		nytprofhtml -f nytprof.out -o html --no-flame
		nytprofcsv -f nytprof.out -o csv
	) >said 2>&1
	expect [ -z "$(grep -vE '^(Reading|Processing|Writing|Extracting|Generating) |^ *[0-9]+%? ?|^$' said)" ]
}
