# A process that waits since before top began is shown, with its line and what it waits for.

cat >stuck.pl <<'PERL'
use Fcntl ':flock';
sub critical { flock $_[0], LOCK_EX }
open my $lock, '>', 'lock';
open my $up, '>', 'up';
close $up;
critical($lock);
PERL
perl -e 'use Fcntl ":flock"; open L, ">", "lock"; flock L, LOCK_EX; open UP, ">", "locked"; sleep 1000' & locker=$!
await [ -e locked ]
perl stuck.pl & pid=$!
await [ -e up ]
await grep -q lock /proc/$pid/wchan
run 0 $AGENT top --pid $pid -n 2 --view=lines || exit
expect_out 'stuck.pl:2'
expect_that "$(row 1 | sed -n 1p) > 80"
run 0 $AGENT top --pid $pid -n 2 --view=processes
expect_out "stuck.pl"

screen 160 24 $AGENT top --pid $pid
until_seen 'main::CORE:flock'
keys w
keys Enter
until_seen 'flock: .*(perl) has locked'
expect_out 'main::critical at '
stop $pid
stop $locker
