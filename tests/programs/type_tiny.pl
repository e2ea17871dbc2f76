# Type::Tiny: libraries, checks that are inlined and compiled, coercions, signatures, errors.
# oracle-rule: block-in-a-condition Error/TypeTiny.pm 43 50
use strict;
use warnings;
use FindBin;
use lib "$FindBin::Bin/lib";
use Undebugged qw(Eval::TypeTiny);
use LoadedTypes;
use feature 'state';

BEGIN {
    package Local::Types;
    use Type::Library -base, -declare => qw(Name Percent Trimmed);
    use Type::Utils -all;
    use Types::Standard -types;
    declare Name, as Str, where { length && !/\W/ }, inline_as { my ($self, $name) = @_; return (undef, "length($name) && $name !~ /\\W/") };
    declare Percent, as Num, where { $_ >= 0 && $_ <= 100 }, inline_as { (undef, "$_[1] >= 0 && $_[1] <= 100") }, message { "$_ is no percentage" };
    declare Trimmed, as Str, where { !/^\s|\s$/ }, inline_as { (undef, "$_[1] !~ /^\\s|\\s\$/") };
    coerce Trimmed, from Str, via { s/^\s+|\s+$//gr };
    coerce Percent, from Name, via { length $_ };
    $INC{'Local/Types.pm'} = __FILE__;
}

package main;
use Types::Standard qw(Int Str ArrayRef HashRef Dict Optional Maybe Tuple Map CodeRef StrMatch slurpy InstanceOf);
use Type::Params qw(compile compile_named_oo);
use Types::Common::Numeric qw(PositiveInt IntRange);
use Local::Types qw(Name Percent Trimmed is_Name to_Percent assert_Percent);

sub scale {
    state $check = compile(Percent->plus_coercions(Str, sub { 50 }), Optional [Int]);
    my ($percent, $times) = $check->(@_);
    return $percent * ($times // 1);
}

sub person {
    state $check = compile_named_oo(name => Name, tags => ArrayRef [Trimmed], { default => sub { [] } }, age => Maybe [PositiveInt]);
    my ($args) = $check->(@_);
    return join ' ', $args->name, scalar @{ $args->tags }, $args->age // 'ageless';
}


my $record = Dict [ id => Int, names => ArrayRef [Name], more => Optional [ HashRef [ArrayRef] ], pair => Tuple [ Int, Str ] ];
my $range = IntRange [ 3, 7 ];
for my $n (1 .. 8) {
    my %value = (id => $n, names => [ 'a', 'b' x $n ], ($n % 2 ? (more => { x => [$n] }) : ()), pair => [ $n, $n > 6 ? [] : 'str' ]);
    print join(' ', $n, map { $_ ? 'yes' : 'no' } $record->check(\%value), $range->check($n), is_Name("n$n"), is_Name("n $n")), "\n";
}
print scale(10, 3), ' ', scale('none'), ' ', to_Percent('abc'), ' ', Trimmed->coerce('  spaces '), "\n";
print person(name => 'x', age => 3), ' ', person(name => 'yy', age => undef, tags => ['a']), "\n";
for my $bad (sub { scale(101, 'x') }, sub { person(name => 'a b') }, sub { assert_Percent(-1) }, sub { $record->assert_valid({ id => 'x' }) }, sub { $range->assert_valid(9) }) {
    print eval { $bad->(); 1 } ? 'fine' : $@ =~ /^(.{25})/, "\n";
}
my $even = Int->where('$_ % 2 == 0');
my $either = $even | StrMatch [qr/^odd/];
print join(' ', map { $either->check($_) ? 1 : 0 } 2, 3, 'odd', 'even'), ' ', (Map [ Str, $even ])->display_name, ' ', scalar(grep { $even->compiled_check->($_) } 1 .. 20), "\n";
print $record->validate({ id => 1, names => [], pair => [ 1, [] ] }) =~ /^(.{30})/ ? "$1\n" : "valid\n";
