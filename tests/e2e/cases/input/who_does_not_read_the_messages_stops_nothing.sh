# Who does not read the messages stops nothing.

cat >a.pl <<'PERL'
my $x = 1;
open my $f, '>', 'ran';
PERL

mkfifo pipe
(
	exec 5<>pipe
	perl -e 'use Fcntl; fcntl STDOUT, F_SETFL, O_WRONLY | O_NONBLOCK; 1 while syswrite STDOUT, q(x) x 4096' >pipe
	timeout -k 1 40 $AGENT -v -- perl a.pl 2>pipe
) >stdout 2>stderr
expect_status 0
expect [ -e ran ]

read_profile nytprof.out
expect_line /a.pl:1 1
