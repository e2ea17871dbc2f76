# One construct after the other that calls a sub by way of perl's own code.  The sub L::NAME of each writes the stack as
# Carp::longmess has it to stacks.txt, and is busy then, so that samples find it there.
use strict;
use warnings;
use Carp ();
use List::Util qw(first reduce);

my $stacks;
BEGIN { open $stacks, '>', 'stacks.txt' or die }

# Within a format neither Carp nor caller() can be used: perl 5.36 dies of "Bizarre copy of FORMAT".
my ($in_format, $write);

sub seen {
    my $stack = $_[0] eq 'format' ? of_format() : Carp::longmess('');
    print {$stacks} "= $_[0]\n$stack";
    return;
}

sub of_format {
    return "\tL::format() called at stacks.pl line $in_format\n\tmain::STDOUT() called at stacks.pl line $write\n";
}

sub L::plain      { seen('plain');      for (1 .. 2_000_000) { } 1 }
sub L::nested     { seen('nested');     for (1 .. 2_000_000) { } 1 }
sub L::sortblock  { seen('sortblock');  for (1 .. 2_000_000) { } 0 }
sub L::sortsub    { seen('sortsub');    for (1 .. 2_000_000) { } 0 }
sub L::sortvar    { seen('sortvar');    for (1 .. 2_000_000) { } 0 }
sub L::sortxsub   { seen('sortxsub');   for (1 .. 2_000_000) { } 1 }
sub L::first      { seen('first');      for (1 .. 2_000_000) { } 1 }
sub L::reduce     { seen('reduce');     for (1 .. 2_000_000) { } 1 }
sub L::plus       { seen('plus');       for (1 .. 2_000_000) { } 1 }
sub L::string     { seen('string');     for (1 .. 2_000_000) { } 'x' }
sub L::tiescalar  { seen('tiescalar');  for (1 .. 2_000_000) { } 1 }
sub L::tiehash    { seen('tiehash');    for (1 .. 2_000_000) { } 1 }
sub L::destroy    { seen('destroy');    for (1 .. 2_000_000) { } 1 }
sub L::required   { seen('required');   for (1 .. 2_000_000) { } 1 }
sub L::dofile     { seen('dofile');     for (1 .. 2_000_000) { } 1 }
sub L::used       { seen('used');       for (1 .. 2_000_000) { } 1 }
sub L::evalblock  { seen('evalblock');  for (1 .. 2_000_000) { } 1 }
sub L::evalstring { seen('evalstring'); for (1 .. 2_000_000) { } 1 }
sub L::evaldies   { seen('evaldies');   for (1 .. 2_000_000) { } 1 }
sub L::autoload   { seen('autoload');   for (1 .. 2_000_000) { } 1 }
sub L::goto       { seen('goto');       for (1 .. 2_000_000) { } 1 }
sub L::closure    { seen('closure');    for (1 .. 2_000_000) { } 1 }
sub L::map        { seen('map');        for (1 .. 2_000_000) { } 1 }
sub L::grep       { seen('grep');       for (1 .. 2_000_000) { } 1 }
sub L::warned     { seen('warned');     for (1 .. 2_000_000) { } 1 }
sub L::died       { seen('died');       for (1 .. 2_000_000) { } 1 }
sub L::signal     { seen('signal');     for (1 .. 2_000_000) { } 1 }
sub L::format     { seen('format');     for (1 .. 2_000_000) { } 'x' }
sub L::method     { seen('method');     for (1 .. 2_000_000) { } 1 }
sub L::subst      { seen('subst');      for (1 .. 2_000_000) { } 1 }
sub L::pattern    { seen('pattern');    for (1 .. 2_000_000) { } 1 }
sub L::block      { seen('block');      for (1 .. 2_000_000) { } 1 }
sub L::lvalue     { seen('lvalue');     for (1 .. 2_000_000) { } 1 }
sub L::db         { seen('db');         for (1 .. 2_000_000) { } 1 }
sub L::recursive  { seen('recursive');  for (1 .. 2_000_000) { } 1 }
sub L::begin      { seen('begin');      for (1 .. 2_000_000) { } 1 }
sub L::end        { seen('end');        for (1 .. 2_000_000) { } 1 }

{
    package Plus;
    use overload '+' => sub { L::plus() }, '""' => sub { return L::string() };

    package Tied;
    sub TIESCALAR { bless {} }
    sub TIEHASH   { bless {} }
    sub FETCH     { $_[1] ? L::tiehash() : L::tiescalar() }

    package Gone;
    sub DESTROY { L::destroy() }

    package Auto;
    our $AUTOLOAD;
    sub AUTOLOAD { L::autoload() if $AUTOLOAD =~ /missing/ }

    package Method;
    sub new { bless {} }
    sub run { L::method() }

    package DB;
    sub inner { L::db() }
}

my $before = bless [], 'Plus';
sub outer { L::nested() }
sub by_sub { L::sortsub(); $a <=> $b }
sub by_var { L::sortvar(); $a <=> $b }
sub goes   { goto &L::goto }
sub with(&) { $_[0]->() }
my $slot = 1;
sub slot : lvalue { L::lvalue(); $slot }
sub down { $_[0] ? down($_[0] - 1) : L::recursive() }
our $text;

BEGIN { $in_format = __LINE__ + 3 }
format STDOUT =
@<<<
L::format()
.

L::plain();
outer();
my @sorted = sort { L::sortblock(); $a <=> $b } 2, 1;
@sorted = sort by_sub 2, 1;
my $by = \&by_var;
@sorted = sort $by 2, 1;
@sorted = sort { (first { L::sortxsub() } 1) <=> $b } 2, 1;
my $got = first { L::first() } 1;
$got = reduce { L::reduce() } 1, 2;
$got = $before + 1;
$got = "$before";
tie my $scalar, 'Tied';
$got = $scalar;
tie my %hash, 'Tied';
$got = $hash{key};
{ my $gone = bless [], 'Gone'; }
$got = require './Required.pm';
$got = do './dofile.pl';
eval 'use Used; 1' or die;
eval { L::evalblock() };
$got = eval 'L::evalstring(); 1';
eval { L::evaldies(); die "x\n" };
Auto->missing;
goes();
my $closure = do { my $n = 1; sub { L::closure() + $n } };
$closure->();
@sorted = map { L::map() } 1;
@sorted = grep { L::grep() } 1;
{ local $SIG{__WARN__} = sub { L::warned() }; warn 'x'; }
{ local $SIG{__DIE__} = sub { L::died() }; eval { die 'x' }; }
{ local $SIG{USR1} = sub { L::signal() }; kill USR1 => $$; $got = 1; }
$write = __LINE__ + 1;
write;
Method->new->run;
($text = 'x') =~ s/x/L::subst()/e;
'x' =~ /x(?{ L::pattern() })/;
with { L::block() };
slot() = 2;
DB::inner();
down(20);
BEGIN { L::begin() }
END { L::end() }
