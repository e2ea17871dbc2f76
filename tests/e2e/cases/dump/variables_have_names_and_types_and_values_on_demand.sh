# --locals lists what is in scope, and --values what it holds.

cat >locals.pl <<'PERL'
use strict;
my $global = 'outside';
sub inner {
    my ($number, $text, @list) = @_;
    my %hash = (a => 1, b => 2);
    my $object = bless [], 'Some::Class';
    my $code = sub { $global };
    my $undef;
    { my $gone = 1; }
    eval { my $in_block = 2.5; sleep 1000 };
    my $later = 1;
}
sub twice { my $level = shift; $level ? twice($level - 1) : inner(42, "secret\n", 1, 2, 3) }
twice(1);
PERL
perl locals.pl </dev/null & server=$!
await in_sleep "$server"
run 0 "$AGENT" dump --locals --pid "$server"
expect_out '        $number  integer
        $text  string of 7 bytes
        @list  array of 3
        %hash  hash of 2
        $object  Some::Class object (array)
        $code  reference to code
'
expect_out '        $undef  undef
'
expect_out '        $in_block  number
'
expect_out '        $global  string of 7 bytes
'
expect_no_out gone
expect_no_out later
expect_no_out secret
expect_no_out 42
run 0 "$AGENT" dump --locals --values --pid "$server"
expect_out '        $number  integer = 42
        $text  string of 7 bytes = "secret?"
'
expect_out '        $level  integer = 0
'
expect_out '        $level  integer = 1
'
expect_out '        $in_block  number = 2.5
'
stop "$server"
