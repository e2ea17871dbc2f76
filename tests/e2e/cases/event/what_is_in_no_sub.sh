# PERL has what is in no sub: the compilation of the program, and its end. MAIN is the program itself.

cat >a.pl <<'PERL'
BEGIN { -e 'at_begin' }
our $kept = bless [];
sub DESTROY { -e 'at_destroy' }
open my $f, '<', 'none_in_main';
sub f { -e 'in_sub' }
f();
BEGIN { -e 'at_begin' }
END { -e 'at_end' }
PERL
for mode in trace sample; do
	run 0 $AGENT --event=files --mode=$mode -o a.out -- perl a.pl
	events_of a.out >events
	# Perl reads its program behind a BEGIN block, too: in both modes it is known by then.
	expect_that "$(total 4 '$9 ~ /^read .*a\.pl$/ && $2 == 1') > 0"
	expect [ "$(total 4 '$9 ~ /^read .*a\.pl$/ && $2 != 1')" = 0 ]
	expect [ "$(total 4 '$9 == "stat at_begin" && $2 == 0 && $3 ~ /^main::RUNTIME;main::BEGIN/')" = 2 ]
	expect [ "$(total 4 '$9 == "open none_in_main" && $2 == 0 && $3 ~ /^main::RUNTIME/ && $1 == 4')" = 1 ]
	expect [ "$(total 4 '$9 == "stat in_sub" && $2 == 0 && $3 ~ /;main::f/')" = 1 ]
	expect [ "$(total 4 '$9 == "stat at_end" && $2 == 0 && $3 ~ /;main::END/')" = 1 ]
	expect [ "$(total 4 '$9 == "stat at_destroy" && ($2 == 1 || $3 ~ /main::DESTROY/)')" = 1 ]
	run 0 $AGENT report --top 1000 a.out
	expect grep -q 'files: read .*a\.pl, PERL$' stdout
	expect grep -qE '^ +[0-9]+ +[0-9]+  files, PERL$' stdout
	expect grep -qE '^ +[0-9]+ +[0-9]+  files, MAIN$' stdout
done
