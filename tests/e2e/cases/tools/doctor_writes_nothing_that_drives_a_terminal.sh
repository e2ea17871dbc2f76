# doctor writes nothing that drives a terminal.

mkdir $'x\e[2J\x9b'
cp "$(command -v perl)" x*/
ln -s x* dir
dir/perl -e "open F, '>', 'up'; sleep 60" & perl=$!
await [ -e up ]
run 0 $AGENT doctor --pid $perl
expect_out '/x?[2J?/perl: 5.'
stop $perl
