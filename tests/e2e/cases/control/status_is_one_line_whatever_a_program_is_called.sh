# Status is one line, whatever a program is called: $0 is its own.

cat >$'a\e[2J\nb.pl' <<'PERL'
open my $f, '>', 'up'; close $f;
select undef, undef, undef, 0.05 until -e 'end';
PERL

(
	$AGENT -q -- perl $'a\e[2J\nb.pl' & A=$!
	await [ -e up ]
	has_file() { $AGENT ctl status $A >status && grep -q nytprof.out status; }
	await has_file
	cat status
	$AGENT ctl flush $A
	touch end
	wait $A
) >stdout 2>stderr
expect_status 0 || exit
expect_out 'a?[2J?b.pl: on, nytprof.out, '
expect_out $'\nnytprof.out: '
expect_no_out $'\e'
