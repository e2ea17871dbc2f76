# A tied handle: every operation on it, from subs, loops and conditions.
use strict;
use warnings;

package Lines {
    sub TIEHANDLE { my ($class, @lines) = @_; return bless { lines => [@lines], out => '', at => 0 }, $class }
    sub log_it { my ($s, $what) = @_; $s->{log}{$what}++; return $s }
    sub READLINE {
        my $s = log_it(shift, 'readline');
        if (wantarray) { my @all = splice @{ $s->{lines} }; $s->{at} += @all; return @all }
        $s->{at}++;
        return shift @{ $s->{lines} };
    }
    sub GETC { my $s = log_it(shift, 'getc'); return substr $s->{lines}[0], 0, 1 }
    sub READ { my ($s, undef, $len, $off) = @_; $off //= 0; substr($_[1] //= '', $off) = 'r' x $len; return $len }
    sub WRITE { my ($s, $text, $len, $off) = @_; $s->{out} .= substr $text, $off // 0, $len; return $len }
    sub PRINT { my $s = log_it(shift, 'print'); $s->{out} .= join $, // '', @_; return 1 }
    sub PRINTF { my $s = shift; my $f = shift; return $s->PRINT(sprintf $f, @_) }
    sub EOF { my $s = log_it(shift, 'eof'); return !@{ $s->{lines} } }
    sub SEEK { $_[0]{at} = $_[1]; return 1 }
    sub TELL { return $_[0]{at} }
    sub BINMODE { log_it($_[0], 'binmode') }
    sub FILENO { return 99 }
    sub OPEN { my ($s, @how) = @_; push @{ $s->{lines} }, "opened $how[-1]\n"; return 1 }
    sub CLOSE { log_it($_[0], 'close'); return 1 }
    sub UNTIE { main::show('untie') }
    sub DESTROY { my $s = shift; main::show('destroyed') if $s }
}
package main;
sub show { print STDOUT join(' ', @_), "\n" }

my $o = tie *FH, 'Lines', "one\n", "two\n", "three\n";
while (my $line = <FH>) { chomp $line; show($line, tell FH); last if $line eq 'two' }
show(getc FH, eof(FH) ? 'end' : 'more');
show(scalar(my @rest = <FH>), eof FH);
print FH 'a', 'b';
printf FH '%s-%s', 'c', 'd';
{ local $\ = '!'; print FH 'e' }
syswrite FH, 'xyzzy', 3, 1;
read FH, my $got, 4;
sysread FH, $got, 2, 4;
show($got, $o->{out}, fileno FH);
seek FH, 7, 0;
show(tell FH);
binmode FH;
open FH, '<', 'name' or die;
show(scalar <FH> =~ s/\n//r);
close FH;
show(map { "$_=$o->{log}{$_}" } sort keys %{ $o->{log} });
undef $o;
untie *FH;
