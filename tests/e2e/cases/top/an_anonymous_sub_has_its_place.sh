# The name of an anonymous sub ends with its place, also if its process was running before.

cat >anon.pl <<'PERL'
my $hot = sub {
    my $x = 0;
    $x += $_ for 1 .. 50_000;
    return $x;
};
open my $up, '>', 'up'; close $up;
$hot->() while 1;
PERL
perl anon.pl & pid=$!
await [ -e up ]
run 0 $AGENT top --pid $pid --rate=499 -n 2 || exit
expect_in stdout ' main::__ANON__[anon.pl:4]'
expect_not_in stdout 'anon.pl:4]?'
screen 100 24 $AGENT top --pid $pid --rate=499
until_seen 'main::__ANON__'
keys Enter
until_seen '__ANON__.*Backspace'
expect_not_in stdout 'anon.pl:4]?'
stop $pid
