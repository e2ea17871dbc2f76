# Under sudo the profile is the user's.

cat >a.pl <<'PERL'
my $x = 1;
print "$< $> ", (split ' ', $()[0], " $ENV{HOME} $ENV{USER}\n";
PERL

(
	SUDO_UID=$(id -u nobody) SUDO_GID=$(id -g nobody) SUDO_USER=nobody $AGENT -q -- perl a.pl
	stat -c '%U %a' nytprof.out
) >stdout 2>stderr
expect_status 0 || exit
expect_out $'65534 65534 65534 /nonexistent nobody\n'
expect_out $'nobody 600\n'
