# Source is read with the rights of the target.
# A target can call any file its own.

cat >a.pl <<'PERL'
my $x = 1;
# line 1 "/etc/shadow"
$x++;
# line 1 "/proc/self/environ"
$x++;
PERL

chmod 644 a.pl
(
	SUDO_UID=$(id -u nobody) SUDO_GID=$(id -g nobody) SECRET_OF_THE_AGENT=1 $AGENT -q -- perl a.pl
) >stdout 2>stderr
expect_status 0 || exit
profile nytprof.out >stdout 2>stderr
expect_status 0 || exit
expect_out 'line /etc/shadow:1 1 '
expect_out '/a.pl:3 $x++;'
expect_no_out 'src /etc/shadow'
expect_no_out SECRET_OF_THE_AGENT
