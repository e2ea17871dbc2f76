# What a program waits for has columns, and a sub's page says why it waited, for what, and where.

cat >wait.pl <<'PERL'
use Fcntl ':flock';
sub locked { open my $file, '>>', 'lock' or die; flock $file, LOCK_EX; return }
sub nap    { select undef, undef, undef, 0.05; return }
open my $up, '>', "up.$$"; close $up;
until (-e 'end') { nap(); locked() }
PERL
perl wait.pl & pid=$!
await [ -e "up.$pid" ]
screen 100 24 $AGENT top --pid $pid
until_seen '%wait  waited '
keys w
until_seen '%WAIT '

# A wait that goes on counts.
until_seen ' main::CORE:sselect$'
exec 9>>lock
flock 9
until_seen ' main::CORE:flock$'
until_seen '^ .* 100 .* main::CORE:flock$'
keys Enter
until_seen '^main::CORE:flock (Backspace: back)$'
until_seen ' waited longest   times  for what'
until_seen "  flock: $PWD/lock at /tmp/.*wait.pl:2\$"
keys BSpace
keys 2
until_seen 'wait.pl:2  sub locked'
exec 9>&-
keys Tab Tab
until_seen 'main::CORE:sselect$'
keys q
await [ -e status ]
expect [ "$(cat status)" = 'status 0' ]
touch end
wait $pid
