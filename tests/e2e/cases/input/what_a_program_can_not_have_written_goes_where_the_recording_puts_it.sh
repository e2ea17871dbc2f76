# What is read as a name of a program's own; it goes on, and so does its recording.

cat >a.pl <<'PERL'
sub DB::enable_profile {}
DB::enable_profile('/no/such/dir/x.out');
my $x = 1;
DB::enable_profile('y.out');
select undef, undef, undef, 0.5;
$x = 2;
PERL

run 0 $AGENT -o x.out -- perl a.pl
expect_err '/no/such/dir/x.out: its directory: No such file or directory; written to x.out instead'

read_profile x.out
expect_line /a.pl:3 1

read_profile y.out
expect_line /a.pl:6 1
