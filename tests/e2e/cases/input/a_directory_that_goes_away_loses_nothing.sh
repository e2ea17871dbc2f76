# A directory that goes away loses nothing.

cat >a.pl <<'PERL'
my $x = 1;
rmdir 'dd' or die;
PERL

mkdir dd
run 0 $AGENT -o dd/x.out -- perl a.pl
expect_err 'dd/x.out: its directory: No such file'
expect_err 'not recorded: nothing (0)'
read_elsewhere
expect_line /a.pl:2 1

cat >a.pl <<'PERL'
my $x = 1;
rmdir 'dd' or die; open my $f, '>', 'dd';
PERL

mkdir dd
run 0 $AGENT -o dd/x.out -- perl a.pl
expect_err 'dd/x.out: its directory: Not a directory'
read_elsewhere
