# Here documents with calls inside, several on a line, indented, in calls and in loops.
use strict;
use warnings;

sub name { return "<$_[0]>" }
sub lines { my $text = shift; return scalar(split /\n/, $text) }

print <<"ONE", <<'TWO', name('tail'), "\n";
first @{[ name('a') ]}
  second ${\ name('b') }
ONE
no @{[ name('c') ]} here
TWO
for my $i (1 .. 2) {
    print lines(<<~EOT), "\n";
        item $i
          @{[ map { name($_) } 1 .. $i ]}
        end
        EOT
    print "after $i\n";
}
my %text = (
    one => <<A,
one
A
    two => lc(<<B) . name('x'),
TWO
B
);
print map { $text{$_} } sort keys %text;
print "\n", eval <<'CODE', "\n";
my $x = name('in eval');
$x = name($x);
$x;
CODE
if (lines(<<A) == 2) { print name('two'), "\n" }
1
2
A
