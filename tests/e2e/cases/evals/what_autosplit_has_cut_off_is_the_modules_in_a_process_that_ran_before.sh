# What AutoSplit has cut off is the module's, in a process that ran before: nothing of the module runs any more.

cat >a.pl <<'PERL'
use Net::SSLeay; Net::SSLeay::make_form(a => 1); open my $up, '>', 'up';
while (1) { Net::SSLeay::make_form(a => 1) }
PERL

(
	perl a.pl & P=$!
	await [ -e up ]
	$AGENT -d 1 --pid $P
	kill $P
) >stdout 2>stderr
expect_status 0 || exit
expect_no_err 'is not in the profile'

read_profile nytprof.out
expect_out 'sub Net::SSLeay::make_form '
expect_out '/Net/SSLeay.pm:1 '
expect_no_out '(autosplit into'
