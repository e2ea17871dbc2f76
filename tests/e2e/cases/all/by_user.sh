# Filters by user.

# The perl is probed when the first of the user's comes; one can become the user later.
put_workers yes.pl no.pl
cat >later.pl <<'PERL'
sub work { return 1 }
work();
$< = $> = 54321;
work() for 1 .. 3;
PERL
record_all --uid=54321
run_until_seen setpriv --reuid=54321 --clear-groups perl yes.pl
run_briefly perl no.pl
perl later.pl
end_all
expect [ "$(programs)" = 'later.pl yes.pl' ]
read_profile "$(grep -la later.pl out/*)"
expect_out '/later.pl:4 main::RUNTIME main::work 3 '
expect_line /later.pl:2 0
