# Of fifty lines the one that keeps 100 bytes a request is the first, also before what perl has compiled, with the bytes that perl says it has.

perl -e 'print "use strict; use B;\nour (\@kept, \@t);\nsub request {\n";
	print $_ == 30 ? "\tpush \@kept, join \"\", \$_[0], \"k\" x 100;\n" :
		"\t\$t[$_] = join \"\", \$_[0], \"t\" x (\$_[0] % 90 + $_);\n" for 1 .. 50;
	print "}\nrequest(\$_) for 1 .. 4000;\n";
	print "my \$n = 0;\n\$n += B::svref_2object(\\\$_)->LEN for \@kept;\nprint \$n;\n"' >a.pl
leak=$(grep -n 'push @kept' a.pl | cut -d: -f1)

for mode in trace sample; do
	run 0 $AGENT --event=malloc --mode=$mode -o a.out -- perl a.pl
	[ $mode = sample ] || expect_err 'not recorded: nothing (0)' # a tick may be lost beside other work
	strings=$(cat stdout)
	events_of a.out >events
	line="\$3 == \"main::RUNTIME;main::request\" && \$1 == $leak"
	there=$(live "$line")
	# Besides the strings: the array, twice as long at most; and a head and a body for each string, of 64 bytes at most.
	expect_that "$strings >= 4000 * 100 && $strings <= $there"
	expect_that "$there <= $strings + 8 * 8192 + 4000 * 64"
	expect_that "$(lives "$line") >= 4000 && $(lives "$line") < 4100"
	expect_that "$(live "\$3 == \"main::RUNTIME;main::request\" && \$1 != $leak") < $there / 10"
	run 0 $AGENT report --leaks a.out
	sed -n '/^Lines by what is still there/,/^$/p' stdout | sed -n 3p >first
	expect_in first "/a.pl:$leak"
	expect_in first " $(live "\$11 == \"a.pl\" && \$1 == $leak") "
	expect_in first 'push @kept, join'
	sed -n '/^Stacks by what is still there/,/^$/p' stdout | sed -n 3p >first
	expect_in first 'main::request <- MAIN'
	run 0 $AGENT report --sort=malloc-live a.out
	sed -n '/^Subs by malloc-live/,/^$/p' stdout | sed -n 3p >first
	expect_in first main::request
done
