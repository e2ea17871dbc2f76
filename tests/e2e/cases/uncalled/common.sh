# Subs that a process had compiled before it was attached to: they are listed, called or not.

cat >Tool.pm <<'PERL'
package Tool;
sub import { no strict 'refs'; *{caller() . '::exported'} = \&exported }
sub exported { 1 }
sub called_later { 2 }
sub several { my $x = shift;
    return $x if $x;
    return 3 }
sub declared;
sub with_prototype($$);
use constant PI => 3;
sub inlined () { 42 }
*named = sub { 6 };
sub gone { 7 }
package Foo::Bar::Baz;
sub deep { 8 }
sub deeper { 9 }
my sub lexical { 10 }
{ no strict; *{"Elsewhere::alias"} = \&deeper; }
sub Elsewhere::qualified { 11 }
{ use utf8; sub grüße { 12 } sub ж { 13 } }
sub spread
{
    my $x = shift;
    if ($x) {
        return 14;
    }
}
1;
PERL

# Uses that module, waits until somebody says go, and runs a little in each of its files.
cat >main.pl <<'PERL'
use lib '.';
use Tool;
sub plain { 1 }
sub uncalled { my $x = 1; $x }
sub empty {}
*glob = sub { 2 };
delete $Tool::{gone};
{ open my $f, '>', 'up' }
until (-e 'go') { select undef, undef, undef, 0.01 }
plain(); Tool::called_later(); Foo::Bar::Baz::deep();
PERL

# Starts a program that is main.pl between these two files' texts; either may be /dev/null.
start_waiting() {
	cat "${1:-/dev/null}" main.pl "${2:-/dev/null}" >a.pl
	perl a.pl & target=$!
	await [ -e up ]
}

# The agent has looked at the target's subs.
looked() {
	await grep -q 'listed [0-9]* subs\| listed in ' stderr
}

# Attaches, lets the target go on and end, and reads the profile.  What the agent says of losses is the argument.
record_to_the_end() {
	(
		$AGENT -v --pid $target & A=$!
		recording
		looked
		touch go
		wait $A
	) >stdout 2>stderr
	expect_status 0
	wait $target
	expect_err "${1:-not recorded: nothing (0)}"
	expect_no_err 'its list of subs is incomplete'
	read_profile nytprof.out
}

# expect_sub NAME CALLS FIRST-LAST
expect_sub() {
	expectations=$((expectations + 1))
	LC_ALL=C grep -qaE "^sub ${1//[]\[]/\\&} $2 .* lines $3\$" stdout ||
		fail "no sub $1 with $2 calls on lines $3$(printed)"
}

expect_no_sub() {
	expect_no_out "
sub $1 "
}
