# A process without a sample has a profile of an interval if it waited for something. One that waits for events or
# for clients, or that sleeps, as idle daemons do, has none. A wait that goes on has fewer profiles as it gets longer.

cat >waits.pl <<'PERL'
use IO::Select;
use IO::Socket::INET;
my ($how) = @ARGV;
pipe my $never, my $other;
my $ears = IO::Select->new($never);
my %how = (
    query  => sub { sysread $never, my $x, 1 },
    serve  => sub { $ears->can_read },
    hour   => sub { sleep 3600 },
    naps   => sub { sleep 1 while 1 },
    accept => sub { IO::Socket::INET->new(Listen => 1, LocalAddr => '127.0.0.1')->accept },
    manage => sub { my $pid = fork // die; $pid ? wait : exec 'sleep', 3600 },
);
$SIG{TERM} = sub { exit };
open my $up, '>', "up.$how" or die;
close $up;
$how{$how}->();
PERL
idle='serve hour naps accept manage'
sample_all --interval=1 --match=$PWD/waits.pl
declare -A pid
for how in query $idle; do
	perl "$PWD/waits.pl" $how & pid[$how]=$!
	await [ -e up.$how ]
done
files_of() {
	compgen -G "out/*.$1.*.nytprof" | wc -l
}
has_files() {
	[ "$(files_of ${pid[query]})" -ge "$1" ]
}
begin=$(date +%s.%N)
await has_files 3
declare -A had # what they ran at their start
for how in $idle; do
	had[$how]=$(files_of ${pid[$how]})
	# To sleep again takes a sample now and then at this rate.
	[ $how = naps ] || expect_that "${had[$how]} <= 2"
done
await has_files 5
for how in $idle; do
	[ $how = naps ] || expect [ "$(files_of ${pid[$how]})" = "${had[$how]}" ]
done
seconds=$(awk "BEGIN { print $(date +%s.%N) - $begin }")
# After 1, 2, 4 and 8 intervals.
expect_that "$seconds >= 7 && $(files_of ${pid[query]}) <= 6"
naps=(out/*.${pid[naps]}.*.nytprof)
kill ${pid[@]}
wait ${pid[@]}
end_all

# The profiles have all of the wait, the latest ones that of several intervals.
for file in out/*.${pid[query]}.*.nytprof; do
	waits_of "$file" | awk -F'|' '$3 == "main::CORE:sysread" { ns += $6 } END { printf "%.3f\n", ns / 1e9 }'
done >waited
expect_that "$(awk '{ s += $1 } END { print s }' waited) > $seconds - 0.5"
expect_that "$(awk '$1 >= 1.8' waited | wc -l) >= 2"
# A profile of somebody who sleeps is one with samples, but for the last one: all that is left is written at the end.
for file in "${naps[@]}"; do
	profile "$file" | awk '$1 == "line" { cnt += $3 } END { print cnt + 0 }'
done >samples
expect [ "$(grep -cx 0 samples)" = 0 ]
