# --no-source: in the file there is no source at all, and the stock readers take it.

cat >a.pl <<'PERL'
# secret-file
my $n = 0;
eval q{sub g { $n++ } # secret-eval
 g()};
system 'perl', '-e', 'my $x = 1; # secret-e';
system "echo 'my \$y = 1; # secret-stdin' >in; perl <in";
PERL

run 0 $AGENT --no-source --savesrc=1 --compress=0 -- perl a.pl || exit
expect_no_err 'not in the profile'
expect [ "$(ls nytprof.out* | wc -l)" = 3 ]
expect [ -z "$(grep -l secret- nytprof.out*)" ]
expect [ "$(grep -lE '^:?.?agent_source=none' nytprof.out* | wc -l)" = 3 ]

run 0 nytprofhtml -f nytprof.out -o html
expect [ -s html/index.html ]

read_profile nytprof.out
expect_out $'attr agent_source none\n'
expect_out 'call (eval 1)[a.pl:3]:2 main::RUNTIME main::g 1 '
expect_line /a.pl:3 1
expect_no_out $'\nsrc '

run 0 $AGENT --compress=0 -q -- perl a.pl || exit
expect [ "$(cat nytprof.out* | grep -ao 'secret-[a-z]*' | sort -u | xargs)" = 'secret-e secret-eval secret-file secret-stdin' ]
