# --event=memory: of fifty lines the one that keeps 100 bytes a request has the most growth.

perl -e 'print "use strict;\nour (\@kept, \@t);\nsub request {\n";
	print $_ == 30 ? "\tpush \@kept, join \"\", \$_[0], \"k\" x 100;\n" :
		"\t\$t[$_] = join \"\", \$_[0], \"t\" x (\$_[0] % 90 + $_);\n" for 1 .. 50;
	print "}\nrequest(\$_) for 1 .. 8000;\n"' >a.pl
leak=$(grep -n 'push @kept' a.pl | cut -d: -f1)

for mode in trace sample; do
	run 0 $AGENT --event=memory --mode=$mode -o a.out -- perl a.pl
	[ $mode = sample ] || expect_err 'not recorded: nothing (0)' # a tick may be lost beside other work
	events_of a.out >events
	line='$8 == "memory" && $3 == "main::RUNTIME;main::request"'
	expect_that "$(total 6 "$line && \$1 == $leak") >= 8000 * 100"
	expect_that "$(total 6 "$line && \$1 != $leak") < $(total 6 "$line && \$1 == $leak") / 2"
	run 0 $AGENT report a.out
	sed -n '/Events of the kernel by line/,/^$/p' stdout | sed -n 3p >first
	expect_in first "memory, $(pwd)/a.pl:$leak in main::request"
done
