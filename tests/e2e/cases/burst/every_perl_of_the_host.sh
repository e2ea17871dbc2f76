# With --all, each perl that matches has windows and totals of its own: those that run, and those that come.

cat >a.pl <<'PERL'
my ($name, $end) = @ARGV;
my $text = join ' ', map { "word$_" } 1 .. 300;
sub words { my @w = split / /, $text; return scalar @w }
sub order { my @w = sort { $a cmp $b } reverse 1 .. 200; return $w[0] }
my $rounds = 0;
until (-e $end) {
    words() for 1 .. 2;
    order();
    $rounds++;
}
open my $f, '>', "$name.took";
print $f $rounds;
PERL
perl "$PWD/a.pl" first end & first=$!
record_all --mode=burst --overhead=50 --match=$PWD/a.pl
perl "$PWD/a.pl" second end & second=$!
windows_of() {
	local file
	for file in out/*."$1".*; do
		[ -e "$file" ] && profile "$file" | sed -n 's/^attr application .*(\([0-9]*\) short windows: .*/\1/p'
	done | sort -n | tail -1
}
has_windows() { [ "$(windows_of "$1")" -ge 3 ] 2>/dev/null; }
await has_windows $first
await has_windows $second
touch end
wait $first $second
end_all

# A process that came in the recording has a total of all its rounds; of one that ran, those before it are missing.
expect [ "$(compgen -G "out/*.$second.*" | wc -l)" = 1 ]
estimates_of out/*.$second.* >estimates
read -r _ _ calls error _ < <(grep '^sub main::words ' estimates)
rounds=$(cat second.took)
expect_that "$error > 0 && ($calls - 2 * $rounds) ^ 2 <= (3 * $error * $calls) ^ 2"
estimates_of out/*.$first.* >estimates
read -r _ _ calls _ < <(grep '^sub main::words ' estimates)
read -r _ _ orders _ < <(grep '^sub main::order ' estimates)
expect_that "$calls > 1.5 * $orders && $calls < 2.5 * $orders"
run 0 $AGENT report out/*.$second.*
expect_out 'subs and lines are estimates of the whole program'
