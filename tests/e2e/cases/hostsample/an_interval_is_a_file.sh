# A process that runs has a profile for each interval in which it was sampled, with the calls that are open all
# the time.

cat >a.pl <<'PERL'
sub burn { my $x = 0; $x += $_ for 1 .. 100_000; return $x }
sub until_there { my $file = shift; burn() until -e $file }
sub serve {
    until_there('idle');
    open my $f, '>', 'sleeps'; close $f;
    select undef, undef, undef, 0.02 until -e 'go';
    until_there('end');
}
serve();
my ($user, $system) = times;
open my $f, '>', 'took'; print $f 999 * ($user + $system); close $f;
PERL
sample_all --interval=2 --match=$PWD/a.pl
perl "$PWD/a.pl" & W=$!
files_of() {
	compgen -G "out/*.$1.*.nytprof" | wc -l
}
has_files() {
	[ "$(files_of $W)" -ge "$1" ]
}
await has_files 3
touch idle
await [ -e sleeps ]

# It polls for the file, which takes next to nothing.
idle=$(files_of $W)
rm -f waits
touch go
await has_files $((idle + 2))
touch end
wait $W
end_all
for file in out/*.$W.*.nytprof; do
	profile "$file" | awk '
		$1 == "line" { all += $3 }
		$1 == "sub" && $2 == "main::serve" { serve = $3 }
		$1 == "sub" && $2 == "main::burn" { burn = $3 }
		END { print all + 0, serve + 0, burn + 0 }'
done >counts
# The outermost call is there whenever it was sampled, though it ends once.
expect [ "$(awk '$1 > 20 && $2 > 0.9 * $1' counts | wc -l)" = "$(awk '$1 > 20' counts | wc -l)" ]
expect_that "$(awk '$1 > 20 && $3 > 0.8 * $1' counts | wc -l) >= 4"

# They follow each other: no sample is in two of them, and none is in none.
all=$(awk '{ all += $1 } END { print all }' counts)
expect_that "$all > 0.8 * $(cat took) && $all < 1.1 * $(cat took) + 20"
for file in out/*.$W.*.nytprof; do $AGENT report "$file" | sed -n '1s/.*, \([0-9.]*\) s$/\1/p'; done >spans
expect [ "$(awk '$1 > 4' spans | wc -l)" -le 1 ]
expect_that "$(unread_samples said) <= 5"
