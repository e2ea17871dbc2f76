# What AutoSplit has cut off is counted in the module: AutoLoader's files have its lines, and a name that is no file.

cat >a.pl <<'PERL'
use Net::SSLeay; use NetAddr::IP;
print Net::SSLeay::make_form(a => 1), NetAddr::IP->new('10.0.0.1')->re;
PERL

run 0 $AGENT --strict -- perl a.pl || exit
expect_no_err 'is not in the profile'

read_profile nytprof.out
expect_out 'sub Net::SSLeay::make_form 1 '
expect_out 'sub NetAddr::IP::re 1 '
expect_no_out '(autosplit into'
expect grep -q '^sub make_form' "$(perl -MNet::SSLeay -e 'print $INC{qq(Net/SSLeay.pm)}')" || exit
expect_silent_readers
