# root writes where its word leads, not where somebody else's link does.

cat >a.pl <<'PERL'
my $x = 1;
PERL

mkdir closed
ln -s closed dir
chown -h 65534:65534 dir
SUDO_UID=65534 SUDO_GID=65534 run 1 $AGENT -o "$PWD/dir/x" -- perl a.pl
expect_one_line "a symbolic link of another user"
expect_lines
expect [ -z "$(ls closed)" ]
