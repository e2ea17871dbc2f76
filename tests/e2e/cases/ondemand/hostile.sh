# A program that names files, forks and executes another program while it is traced: one file, where it was asked for.

cat >hostile.pl <<'PERL'
sub work { $n++ }
open my $up, '>', "up.$$" or die;
select undef, undef, undef, 0.02 until -e 'go';
if (!fork) { work() for 1 .. 70; exit }
wait;
DB::enable_profile("$ENV{PWD}/evil.out") if defined &DB::enable_profile;
work() for 1 .. 30;
exec 'perl', '-e', 'sub other { $m++ } other() for 1 .. 10; open my $done, ">", "done"; select undef, undef, undef, 0.02 until -e "end"';
PERL
start_worker hostile.pl
start_sampling $worker
trace $'a\e[31m.out' $worker -d 100
touch go
await [ -e done ]
touch end
wait $worker
wait $T
expect [ -e $'a\e[31m.out' ]
expect_not_in $'said.a\e[31m.out' $'\e'
expect [ ! -e evil.out ]
read_profile $'a\e[31m.out'
expect_out 'sub main::work 30 '
expect_no_out 'main::other'
wait $R
expect_status 0 3 # who only waits may have no sample
