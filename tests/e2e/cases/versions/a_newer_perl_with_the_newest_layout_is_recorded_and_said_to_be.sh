# A newer perl is recorded if its structures look like those of the newest known one.  The agent says so.

tree=$TOP/build/perls/experimental
[ -e "$tree/.complete" ] || [ "${CI:-}" = true ] || skip 'run scripts/setup.sh test'
cp a.pl "$tree/tmp/"
make_newer "$tree/usr/bin/perl" "$tree/usr/bin/perl5.99"
run 0 $AGENT -o one.out -- chroot "$tree" perl5.99 /tmp/a.pl
rm "$tree/usr/bin/perl5.99" "$tree/tmp/a.pl"
expect_lines 8
expect_err 'warning: '
expect_err '/usr/bin/perl5.99: perl 5.99.'
expect_err 'is newer than any known perl; the agent derives its layout from 5.44'
read_profile one.out
expect_out 'attr layout derived'
expect_line /tmp/a.pl:2 7
expect_out 'sub main::f 7 '
