# One line each; and without the option there is nothing.

run 2 $AGENT --event=malloc --all --comm=nobody_has_this_name
expect_one_line '--event=malloc stops each recorded process at every allocation'
run 2 $AGENT report --leaks --sort=calls
expect_one_line 'report: --leaks is a table of its own'

cat >a.pl <<'PERL'
our @kept;
push @kept, "k" x (100_000 + $_) for 1 .. 50;
PERL
run 0 $AGENT -o a.out -- perl a.pl
run 1 $AGENT report --leaks a.out
expect_one_line 'the profile has no allocations; record it with --event=malloc'

# Of growth of the process there is less to say.
run 0 $AGENT --event=memory -o m.out -- perl a.pl
run 0 $AGENT report --leaks m.out
expect_out 'The process has grown by'
sed -n '/^Lines by what is not given back/,/^$/p' stdout | sed -n 3p >first
expect_in first /a.pl:2

# Other outputs have both events.
run 0 $AGENT --event=malloc -o a.out -- perl a.pl
run 0 $AGENT merge -o twice.out a.out a.out
events_of a.out >events
once=$(live '$11 == "a.pl" && $1 == 2')
expect_that "$once >= 50 * 100000"
events_of twice.out >events
expect [ "$(live '$11 == "a.pl" && $1 == 2')" = $((2 * once)) ]
run 0 $AGENT export -q --format=csv a.out
expect grep -q '^time,calls,time/call,code,file,line,"malloc","malloc-live"' stdout
expect grep -Eq ",2,[0-9]+,$once"$'\r'?'$' stdout
run 0 $AGENT export -q --format=json a.out
expect grep -q '"event":"malloc-live"' stdout
