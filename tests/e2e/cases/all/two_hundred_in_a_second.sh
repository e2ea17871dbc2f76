# Two hundred processes in a second: all of a storm are there, as the perl is known.

put_workers a.pl
cat >storm.pl <<'PERL'
use Time::HiRes qw(time sleep);
my $at = time;
for my $i (0 .. 199) {
    my $left = $at + $i / 200 - time;
    sleep $left if $left > 0;
    exec 'perl', '-e', 'sub f { 1 } f() for 1 .. 3', $ENV{PWD} if !fork;
}
1 while wait != -1;
PERL

record_all --match=$PWD
run_until_seen perl "$PWD/a.pl"
sleep 1
rm out/*.nytprof
perl storm.pl
end_all
expect [ "$(profiles)" = 200 ]
expect [ "$(for file in out/*.nytprof; do profile $file; done | grep -c '^sub main::f 3 ')" = 200 ]
