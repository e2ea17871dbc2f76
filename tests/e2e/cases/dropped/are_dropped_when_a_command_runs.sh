# Rights are dropped when a command runs.

# Of another user, whose signals have to be passed on, and whose directory the file is in.
mkdir theirs
chown 65534:65534 theirs
cd theirs
cat >a.pl <<'PERL'
$SIG{TERM} = sub { die 'ended' };
open my $f, '>', 'up'; close $f;
select undef, undef, undef, 60;
PERL
SUDO_UID=65534 SUDO_GID=65534 $AGENT -- perl a.pl 2>../said & A=$!
await [ -e up ]
sleep 0.5
expect_rights cap_dac_override cap_fowner cap_kill
kill -TERM $A
wait $A
expect_in ../said 'ended at '
expect [ "$(stat -c '%u' nytprof.out up | xargs)" = '65534 65534' ]
