# What an agent that is not root could read by its capabilities, a program that claims to be from there does not get.

cat >>a.pl <<PERL
BEGIN { *work = sub { claim() } }
# line 1 "$PWD/secret"
sub claim { 1 }
PERL
echo 'a secret' >secret
chown 1:1 secret
chmod 600 secret
start_worker perl $PWD/a.pl
run 0 nobody_with $ALL $AGENT -o w.out -d 1 -p $W || exit
expect_err 'the source of 1 file is not in the profile'

read_profile w.out
expect_that "$(number_after 'main::claim ') > 10"
expect_out 'src '
expect_no_out 'a secret'
