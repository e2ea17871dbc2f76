# Who reads the messages may leave.

cat >a.pl <<'PERL'
$SIG{PIPE} //= 'DEFAULT'; open my $f, '>', 'ran'; print $f "$SIG{PIPE}\n";
select undef, undef, undef, 0.5;
PERL

(
	$AGENT -v -- perl a.pl 2>&1 | true
	echo ${PIPESTATUS[0]}
	cat ran
) >stdout 2>stderr
expect_status 0
expect_lines 0 DEFAULT

read_profile nytprof.out
expect_line /a.pl:2 1

(
	trap '' PIPE
	$AGENT -q -- perl a.pl
	cat ran
) >stdout 2>stderr
expect_status 0
expect_lines IGNORE

(
	perl -e 'select undef, undef, undef, 0.01 until -e q(end)' & P=$!
	($AGENT -d 1 -o pid.out -p $P; echo $? >status) 2>&1 | true
	touch end; wait; cat status
) >stdout 2>stderr
expect_status 0
expect_lines 0
expect [ -e pid.out ]
