# A daemon is followed to its end.

cat >a.pl <<'PERL'
use POSIX 'setsid';
sub work { return 1 }
if (fork) { exit 3 }
setsid();
if (fork) { POSIX::_exit(0) }
open my $f, '>', 'daemon'; print $f $$; close $f;
open STDOUT, '>', '/dev/null'; open STDERR, '>&', \*STDOUT; chdir '/';
select undef, undef, undef, 1;
work() for 1 .. 7;
PERL

(
	$AGENT -q -- perl a.pl
	echo $?
	grep -qs '^State:.[^ZX]' /proc/$(cat daemon)/status || echo ended
	mv nytprof.out.$(cat daemon) daemon.out
) >stdout 2>stderr
expect_status 0 || exit
expect_out $'3\nended\n'

read_profile daemon.out
expect_line /a.pl:9 1
expect_out '/a.pl:9 main::RUNTIME main::work 7 '
