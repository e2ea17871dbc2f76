# Source that has gone or changed is said.

cat >Gone.pm <<'PERL'
package Gone; sub f { 1 } 1;
PERL

cat >Changed.pm <<'PERL'
package Changed; sub f { 1 } 1;
PERL

cat >a.pl <<'PERL'
use lib '.'; use Gone; use Changed; Gone::f(); Changed::f();
unlink 'Gone.pm'; select undef, undef, undef, 1.2;
open my $f, '>>', 'Changed.pm'; print $f "# more\n"; close $f;
PERL

run 0 $AGENT -- perl a.pl || exit
expect_err 'the source of 1 file is not in the profile ('
expect_err '/Gone.pm): there is no file of that name'
expect_err 'warning: 1 source file was changed during the recording'

run 0 $AGENT -- perl -e 'my $x = 1' || exit
expect_no_err source
