# What a program calls its files is no line of a log, and does not drive a terminal.

cat >a.pl <<'PERL'
require NYTProf::BPF; DB::enable_profile("x\n<0>forged\e[2J");
my $x = 1;
PERL

run 0 $AGENT -o 1.out -- perl $MODULE a.pl || exit
expect [ -e $'x\n<0>forged\e[2J' ]
expect [ "$(grep -vc '^nytprof-bpf: ' stderr)" = 0 ]
expect [ "$(grep -c 'x?<0>forged?.2J: ' stderr)" = 1 ]
expect_no_err $'\e'
