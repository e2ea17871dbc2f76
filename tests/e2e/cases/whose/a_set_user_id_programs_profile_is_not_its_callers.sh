# A set-user-ID program's profile is not its caller's: what it evaluates is not for who calls it.

cat >a.pl <<'PERL'
eval 'my $secret = 1';
PERL

cp /usr/bin/perl sperl
chmod 4755 sperl
chmod 777 .
(
	export SUDO_UID=65534 SUDO_GID=65534
	$AGENT -o w.out -- ./sperl a.pl
	stat -c '%u %a' w.out
	$AGENT -o x.out -- perl a.pl
	stat -c '%u %a' x.out
) >stdout 2>stderr
expect_status 0 || exit
expect_lines '0 600' '65534 600'

read_profile w.out
expect_out secret
