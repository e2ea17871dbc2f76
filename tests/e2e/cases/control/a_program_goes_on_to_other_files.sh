# A program goes on to other files.

cat >a.pl <<'PERL'
require NYTProf::BPF; sub inner { return 1 }
inner();
mkdir 'sub'; chdir 'sub';
DB::enable_profile('second.out');
inner() for 1 .. 2;
DB::enable_profile('second.out');
inner() for 1 .. 3;
DB::finish_profile();
inner() for 1 .. 10;
DB::enable_profile('third.out');
if (!fork) { inner() for 1 .. 4; exit }
wait;
inner();
PERL

run 0 $AGENT -- perl $MODULE a.pl || exit
expect [ "$(stat -c '%a %U %G' sub/third.out)" = '600 root root' ]

read_profile nytprof.out
expect_line /a.pl:1 2
expect_line /a.pl:2 1
expect_line /a.pl:4 0

read_profile sub/second.out
expect_line /a.pl:1 5
expect_line /a.pl:4 1
expect_out '/a.pl:5 main::RUNTIME main::inner 2 '
expect_out '/a.pl:7 main::RUNTIME main::inner 3 '

read_profile sub/third.out
expect_line /a.pl:1 1
expect_line /a.pl:9 0
expect_line /a.pl:10 1

read_profile sub/third.out.*
expect_out '/a.pl:11 main::RUNTIME main::inner 4 '
