# Nested data: walked, copied, compared, flattened, merged; each, delete, exists, slices, wantarray.
use strict;
use warnings;

sub copy { my $d = shift; my $r = ref $d; return $r eq 'HASH' ? { map { $_ => copy($d->{$_}) } keys %$d } : $r eq 'ARRAY' ? [ map { copy($_) } @$d ] : $d }
sub same {
    my ($x, $y) = @_;
    return 0 if ref $x ne ref $y;
    if (ref $x eq 'ARRAY') { return 0 if @$x != @$y; same($x->[$_], $y->[$_]) or return 0 for 0 .. $#$x; return 1 }
    if (ref $x eq 'HASH') { for my $k (keys %$x) { return 0 if !exists $y->{$k} || !same($x->{$k}, $y->{$k}) } return keys %$x == keys %$y }
    return $x eq $y;
}
sub flat { return map { ref ? flat(ref eq 'ARRAY' ? @$_ : values %$_) : $_ } @_ }
sub depth { my $d = shift; return 0 if !ref $d; my $max = 0; for (ref $d eq 'HASH' ? values %$d : @$d) { my $n = depth($_); $max = $n if $n > $max } return $max + 1 }
sub merge { my ($x, $y) = @_; my %m = %$x; while (my ($k, $v) = each %$y) { $m{$k} = ref $v eq 'HASH' && ref $m{$k} eq 'HASH' ? merge($m{$k}, $v) : $v } return \%m }
sub paths { my ($d, @at) = @_; return ref $d eq 'HASH' ? map({ paths($d->{$_}, @at, $_) } sort keys %$d) : ref $d eq 'ARRAY' ? map({ paths($d->[$_], @at, $_) } 0 .. $#$d) : join('.', @at) . "=$d" }

my $data = { a => [ 1, 2, [ 3, { x => 4 } ] ], b => { c => { d => 5 }, e => 6 }, f => 7 };
my $copy = copy($data);
print same($data, $copy), depth($data), ' ', join(' ', sort(flat($data))), "\n";
$copy->{b}{c}{d} = 50;
push @{ $copy->{new}{deep}[2] }, 'auto';
print same($data, $copy), ' ', join(' ', paths(merge($data, { b => { c => { z => 9 }, e => 60 } }))), "\n";
print join(',', delete @{ $copy->{b} }{qw(c e)}) =~ /HASH/ ? 'deleted' : 'kept', exists $copy->{b}{c} ? 1 : 0, exists $copy->{new}{deep}[0] ? 1 : 0, "\n";
my @matrix = map { my $r = $_; [ map { $r * $_ } 1 .. 3 ] } 1 .. 3;
my @t = map { my $c = $_; [ map { $_->[$c] } @matrix ] } 0 .. 2;
print join('|', map { join ' ', @$_ } @t), ' ', same(\@matrix, \@t), "\n";
my %count;
$count{ length $_ }++ for flat([ qw(a bb cc ddd) ]);
my %inverse = reverse map { $_ => "v$_" } keys %count;
my ($first, @rest) = sort keys %inverse;
print join(',', map { "$_:$count{$_}" } sort keys %count), " $first @rest $#{ $data->{a} }\n";
for my $i (reverse 0 .. $#{ $data->{a} }) { splice @{ $data->{a} }, $i, 1 if ref $data->{a}[$i] }
while (my ($i, $v) = each @{ $data->{a} }) { print "$i=$v " }
my %slice = %$data{qw(f)};
print %slice, " @{ $data->{a} }[0, 1] ", scalar(%$data), "\n";
