# local on $, $\ $" $; $/ @ARGV %ENV, on elements and slices; special variables that calls see.
use strict;
use warnings;

our (@list, %opt) = (1, 2, 3);
sub shown { return "@_" }
sub joined { return join $;, @_ }
sub dump_it { print @_, 'x'; return scalar @_ }
sub env { return $ENV{ORACLE_X} // 'unset' }

{ local $" = '-'; print shown(1, 2), " @list\n" }
{ local ($,, $\) = (',', "\n"); dump_it(1, 2); dump_it(shown(3)) }
print shown(4, 5), "\n";
{ local $; = '|'; my %h; $h{ 1, 2 } = 1; print keys %h, ' ', joined(3, 4), "\n" }
{ local $ENV{ORACLE_X} = 'set'; print env(), "\n" }
print env(), "\n";
{ local @ARGV = (7, 8); print shift, shown(@ARGV), "\n" }
{ local $list[1] = 'two'; print shown(@list), "\n" }
{ local @opt{qw(a b)} = (shown(1), shown(2)); print join(',', map { "$_=$opt{$_}" } sort keys %opt), "\n"; delete local $opt{a}; print exists $opt{a} ? 'there' : 'deleted', "\n" }
print scalar(keys %opt), shown(@list), "\n";
{ local $| = 1; local $0 = 'renamed'; print $| ? "flushing $0\n" : "not\n" }
{ local $SIG{__WARN__} = sub { print 'warned ', shown($_[0]) }; warn "once\n"; local $^W = 0; warn "twice\n" }
'subject' =~ /(b)(j)/ and print "$1$2 $& $` $' $+ @- @+\n";
{ local $! = 2; print $! + 0, $!{ENOENT} ? ' no entry' : '', "\n" }
sub matches { return 'inner' =~ /(n+)/ ? $1 : '' }
'outer' =~ /(t)/;
print matches(), $1, "\n";
{ no warnings "redefine"; local *shown = sub { return "replaced" }; print shown(9), "\n" }
local our $glob = 'x';
sub by_name { no strict 'refs'; return ${"main::$_[0]"} }
print by_name('glob'), $^O eq 'linux' ? 'linux' : 'other', $] > 5 ? 5 : 0, ref \$^T, @{^CAPTURE} ? 1 : 0, "\n";
{ local $/ = ''; open my $fh, '<', \"a\nb\n\n\nc\n" or die; my @p = <$fh>; print scalar(@p), ' ', shown(map { length } @p), "\n" }
