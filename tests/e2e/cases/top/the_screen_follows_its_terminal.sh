# A larger and a smaller terminal, and one without colours.

name=Some::Very::Long::Package::Name::That::Goes::On::And::On::Over::The::Edge::Of::Any::Screen::hot
cat >long.pl <<PERL
sub $name { my \$x = 0; \$x += \$_ for 1 .. 50_000; return \$x }
open my \$up, '>', 'up'; close \$up;
$name() while 1;
PERL
perl long.pl & long=$!
await [ -e up ]
screen 160 50 NO_COLOR=1 $AGENT top --pid $long --rate=499
until_seen " $name$"
expect [ "$(tmux -S tmux capture-pane -p -e | grep -c $'\e\[[0-9;]*[34][0-7]m')" = 0 ]
tmux -S tmux resize-window -x 80 -y 24
until_seen 'Some::Very::L.*\.\..*Screen::hot$'
tmux -S tmux resize-window -x 40 -y 8
until_seen 'S.*\.\..*t$'
tmux -S tmux resize-window -x 160 -y 50
until_seen " $name$"
kill $long
await [ -e status ]
expect [ "$(cat status)" = 'status 0' ]
until_seen "process $long has ended"
