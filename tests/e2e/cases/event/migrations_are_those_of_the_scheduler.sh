# --event=migrations counts what the kernel counts, in the line that has moved the program.

mapfile -t cpus < <(perl -ne '/^Cpus_allowed_list:\s*(\S+)/ and
	print map { "$_\n" } map { /(\d+)-(\d+)/ ? $1 .. $2 : $_ } split /,/, $1' /proc/self/status)
[ ${#cpus[@]} -ge 2 ] || skip 'there is only one processor'
grep -q nr_migrations /proc/self/sched || skip 'the kernel does not tell of migrations'

cat >a.pl <<'PERL'
use strict;
my ($nr, @cpus) = @ARGV;
sub moved { open my $f, '<', '/proc/self/sched' or die; my ($n) = join('', <$f>) =~ /nr_migrations\s*:\s*(\d+)/; $n }
sub pin { syscall($nr, 0, 128, my $set = pack 'b1024', '0' x $_[0] . '1') >= 0 or die $! }
moved();
pin($cpus[0]);
my $before = moved();
for (1 .. 20) {
	pin($cpus[1]);
	pin($cpus[0]);
}
my $all = moved();
print $all - $before, " $all\n";
PERL
nr=$(printf '#include <sys/syscall.h>\nNR SYS_sched_setaffinity\n' | cpp -P | sed -n 's/^NR //p' | tail -1)
for mode in trace sample; do
	run 0 $AGENT --event=migrations --mode=$mode -o a.out -- perl a.pl "$nr" "${cpus[@]:0:2}"
	[ $mode = sample ] || expect_err 'not recorded: nothing (0)' # a tick may be lost beside other work
	events_of a.out >events
	read -r pinned all <stdout
	expect [ "$pinned" -ge 40 ]
	in_pin='$8 == "migrations" && $3 ~ /^main::RUNTIME;main::pin/'
	if [ $mode = trace ]; then
		expect [ "$(total 4 "$in_pin")" -ge 40 ]
		expect [ "$(total 4 '$1 == 4 && $8 == "migrations"')" -ge 40 ]
	else
		# Behind a look at the stack that took long, as the machine did something else, looks are left out for a while.
		expect [ "$(total 4 "$in_pin")" -ge 1 ]
		expect [ "$(total 4 "$in_pin || \$2 == 2")" -ge 40 ]
	fi
	# Once it is pinned, nothing else moves it; before, it was perhaps not yet known.
	expect_that "$pinned <= $(total 4 1) && $(total 4 1) <= $all"
done
