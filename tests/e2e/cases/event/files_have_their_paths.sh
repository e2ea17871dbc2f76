# --event=files: opens, reads, writes and looks by path and line, as strace sees them, in exact mode and with samples.

cat >files.pl <<'PERL'
use strict;
sub looks { -e 'once' for 1 .. $_[0]; return }
sub opens { open my $f, '<', "gone$_" for 1 .. 500; return }
sub slurps { open my $f, '<', 'data' or die; local $/; return length <$f> }
sub writes { open my $f, '>', 'new' or die; syswrite $f, 'x' x 1000 for 1 .. 3; return }
sub strange { open my $f, '<', $_ for "two\nlines", "esc\e[31mape", 'long' . '/x' x 300; return }
looks(5_000);
opens();
slurps() for 1 .. 3;
writes();
strange();
rename 'new', 'newer' or die;
sub again { open my $f, '<', 'newer' or die; return scalar <$f> }
again();
unlink 'newer';
# The next file has the number of the inode that has gone.
for my $name ('first', 'second', 'third') { open my $f, '>', $name or die; syswrite $f, 'y'; close $f; unlink $name }
PERL
perl -e 'print "x" x 70_000' >data

# Those of strace: PATH COUNT, of one call and only of paths as the program gave them.
traced() {
	strace -qq -e "trace=$1" -o calls perl files.pl
	perl -ne '$n{$1}++ if m{"((?:gone|once|data)\w*)"}; END { print "$_ $n{$_}\n" for sort keys %n }' calls
}
traced openat >opened
traced newfstatat >looked
expect [ "$(wc -l <opened)" = 501 ]
expect grep -qx 'once 5000' looked

for mode in trace sample; do
	run 0 $AGENT --event=files --mode=$mode -o a.out -- perl files.pl
	events_of a.out >events
	expect [ "$(total 4 '$1 == 2 && $9 == "stat once"')" = 5000 ]
	expect [ "$(total 5 '$1 == 2 && $9 == "stat once"')" = 5000 ]
	while read -r path cnt; do
		# What is open is known by its full name.
		case $path in data) path=$PWD/$path ;; esac
		[ "$(total 4 "\$9 == \"open $path\"")" = "$cnt" ] || { fail "$path was not opened $cnt times"; break; }
	done <opened
	expect [ "$(total 5 '$1 == 3 && $9 ~ /^open gone/')" = 500 ]
	expect [ "$(total 6 "\$9 == \"read $PWD/data\" && \$3 ~ /main::slurps/")" = 210000 ]
	# A file that was renamed has the last name by which it was opened.
	expect [ "$(total 4 "\$9 == \"open $PWD/newer\"")" = 2 ]
	expect [ "$(total 6 "\$9 == \"write $PWD/newer\" && \$3 ~ /main::writes/")" = 3000 ]
	expect [ "$(total 4 '$9 == "rename new"')" = 1 ]
	expect [ "$(total 6 "\$9 == \"read $PWD/newer\" && \$3 ~ /main::again/")" = 3000 ]
	for name in first second third; do expect [ "$(total 6 "\$9 == \"write $PWD/$name\"")" = 1 ]; done
	expect [ "$(total 4 '$9 == "unlink newer"')" = 1 ]
	run 0 $AGENT report --top=1000 a.out
	expect_out 'files: open two?lines, '
	expect_out 'files: open esc?[31mape, '
	# Of a long path, its end.
	expect grep -Eq 'files: open x(/x){95}, ' stdout
	expect [ "$(grep -c "files: stat once, .*:2 in " stdout)" = 1 ]
done

# Too many paths for a profile are one.
run 0 $AGENT --event=files -o many.out -- perl -e '-e "none$_" for 1 .. 3000'
events_of many.out >events
expect [ "$(total 4 '$9 ~ /^stat none/ || $9 == "(others)"')" -ge 3000 ]
expect_that "$(total 4 '$9 == "(others)"') >= 1000"
