# What a program waits for a processor is left out, and said.

# Two processes on one processor.  Each says what the kernel has of its work: how long it ran, how long
# it waited for the processor, and how long that is in all since it began.  A statement that takes long
# has hardly any probes in it.
cat >a.pl <<'PERL'
sub stat_of { open my $f, '<', '/proc/self/schedstat'; split ' ', <$f> }
sub work { my $s = 0; $s += $_ for 1 .. 3_000_000; return $s }
system "taskset -p -c $ARGV[0] $$ >/dev/null";
pipe my $begins, my $begin;
my $other = fork;
if ($other) { print $begin 'x'; close $begin }
else { close $begin; <$begins> }
my ($ran, $waited) = stat_of();
work() for 1 .. 3;
my @now = stat_of();
open my $f, '>', $other ? 'first' : 'second';
printf $f "pid %d\nkernel %.6f %.6f\nall %.6f\n", $$, ($now[0] - $ran) / 1e9,
    ($now[1] - $waited) / 1e9, $now[1] / 1e9;
close $f;
waitpid $other, 0 if $other;
PERL

# The figures of one of the two are in its profile: expect_left_out FIGURES PROFILE
expect_left_out() {
	local ran waited waited_in_all left_out
	{ read -r; read -r _ ran waited; read -r _ waited_in_all; } <"$1"
	expect_that "$waited > $ran / 4" || exit # there was somebody else on that processor
	read_profile "$2"
	# The sub, and the statement that is nearly all of it.
	expect_that "($(number_after 'sub main::work ' 2) - $ran)^2 <= ($ran / 8)^2"
	expect_that "($(number_after '/a.pl:2 ' 2) - $ran)^2 <= ($ran / 8)^2"
	left_out="$(number_after 'attr agent_waited_us ') / 1e6"
	expect_that "$left_out >= $waited * 0.9"
	# Nobody counts before its first event, nor can the program say what comes after its last word.
	expect_that "$left_out <= $waited_in_all * 1.1 + 0.05"
	# The readers have it neither: nytprofhtml's flame graph is as wide as this.
	expect_that "$(number_after 'attr profiler_active ') <= $(number_after 'attr profiler_duration ') - $waited * 0.9"
}

cpu=$(taskset -cp $$ | sed 's/.*[ ,-]//')
run 0 $AGENT -- perl a.pl $cpu || exit
expect_err $' s of waiting for a processor left out\n'
expect_left_out first nytprof.out
expect_left_out second nytprof.out.*

run 0 $AGENT report nytprof.out || exit
expect_out $'\nleft out: '
expect_out $' s of waiting for a processor\n'
