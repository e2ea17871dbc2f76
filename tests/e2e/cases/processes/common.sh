# How processes come and go: forks, daemons, ends of all kinds, other directories.

# The lines and calls that the profiles in a directory have, by the process.
facts() {
	local file
	for file in $(ls "$1" | grep '\.out' | sort -t. -k3n); do
		echo "$file" | sed 's/\.[0-9][0-9]*/.PID/g'
		profile "$1/$file" | grep -E '^(line|call) ' |
			sed -E 's/ -?[0-9.]+(e-?[0-9]+)?$//; s,/(theirs|ours)/,/,' | grep -vE '^line .* 0$|[ ]/usr/' | sort
	done
}

# What a.pl does under NYTProf and under us: the same files, as many as that, and the same counts.
expect_same_files() {
	mkdir theirs ours
	cp a.pl theirs
	cp a.pl ours
	(cd theirs && NYTPROF=slowops=0:$1 perl -d:NYTProf a.pl)
	(cd ours && NYTPROF=slowops=0:$1 $AGENT -q -- perl a.pl)
	expect_status 0
	facts theirs >a
	facts ours >b
	expect diff a b || exit
	expect [ "$(grep -c '^nytprof' b)" = "$2" ]
	rm -r theirs ours
}
