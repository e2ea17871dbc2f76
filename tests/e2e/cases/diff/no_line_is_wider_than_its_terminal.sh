# On a terminal, or with COLUMNS, what is too long is cut: a name at its begin, the text of a line at its end.

make_tripled
mkdir -p "a directory of a long name"
cp a.pl b.pl "a directory of a long name"
record "a directory of a long name/a.pl" old.out
record "a directory of a long name/b.pl" new.out
for width in 80 100 160; do
	run 0 env COLUMNS=$width $AGENT diff old.out new.out
	expect_that "$(LC_ALL=C.UTF-8 wc -L <stdout) <= $width"
	expect_out 'b.pl:11 (was 8)'
done
expect_out '$s += $text'
run 0 $AGENT diff old.out new.out
expect_out "$PWD/a directory of a long name/b.pl:11 (was 8)"
