# Specio: types that are inlined into string evals, parameterized ones, coercions, structures.
# oracle-rule: address-in-a-name _Specio_Constraint_Enum_
# oracle-rule: names-in-the-symbol-table Role::Tiny::_all_subs Role::Tiny::CORE:match
use strict;
use warnings;
use FindBin;
use lib "$FindBin::Bin/lib";
use Undebugged qw(Eval::Closure);
use Specio::Declare;
use Specio::Library::Builtins;

declare('Positive', parent => t('Int'), inline => sub { my ($type, $value) = @_; return $type->parent->inline_check($value) . " && $value > 0" });
declare('Short', parent => t('Str'), where => sub { length $_[0] < 6 }, message_generator => sub { my ($type, $value) = @_; "'$value' is long" });
coerce(t('Positive'), from => t('ArrayRef'), using => sub { scalar @{ $_[0] } });
enum('Colour', values => [qw(red green)]);
object_can_type('Painter', methods => [qw(paint stop)]);
my $list = t('ArrayRef', of => t('Positive'));
my $either = union(of => [ t('Colour'), t('Positive') ]);

package Brush { sub new { return bless {}, shift } sub paint { } sub stop { } }

for my $value (1, 0, 'red', 'elephant', [ 1, 2 ], [ 0 ], Brush->new) {
    my @is = grep { t($_)->value_is_valid($value) } qw(Positive Short Colour Painter Str);
    print ref $value || $value, ': ', join(',', @is), ' ', $list->value_is_valid($value) ? 'list' : 'no list', ' ', $either->value_is_valid($value) ? 'either' : 'neither', "\n";
}
print t('Positive')->coerce_value([ 1, 2, 3 ]), ' ', eval { t('Short')->validate_or_die('elephant'); 1 } ? 'fine' : $@ =~ /('elephant' is long)/, "\n";
my $check = eval 'sub { my ($v) = @_; return ' . t('Positive')->inline_check('$v') . ' }' or die $@;
print join(' ', map { $check->($_) ? 1 : 0 } -1 .. 3), "\n";
