# Names of subs, files and programs that hold escape sequences are shown without them.

cat >evil.pl <<'PERL'
$0 = "evil\e]0;title\a";
my $name = "main::\e[31mred\e[2J" . ('x' x 3000) . "\n\x9b";
*$name = my $busy = sub { my $x = 0; $x += $_ for 1 .. 50_000; return $x };
require Sub::Util;
$busy = Sub::Util::set_subname($name, $busy);
open my $up, '>', 'up'; close $up;
eval qq{#line 1 "\e[5mfile"\n\$busy->() while 1};
PERL
perl evil.pl & evil=$!
await [ -e up ]
for view in subs lines processes; do
	run 0 $AGENT top --pid $evil --rate=499 -n 1 --view=$view || exit
	expect_no_out $'\e'
	expect_no_out $'\x9b'
done
run 0 $AGENT top --pid $evil --rate=499 -n 1
expect_out 'main::?[31mred?[2Jxxx'

screen 80 24 $AGENT top --pid $evil
until_seen 'main::?\[31mre.*\.\.xx*$'
keys q
await [ -e status ]
stop $evil
