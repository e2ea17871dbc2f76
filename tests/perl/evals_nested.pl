# String evals that make packages, closures and evals; #line in them; errors; return, last and wantarray.
use strict;
use warnings;

sub context { return wantarray ? 'list' : defined wantarray ? 'scalar' : 'void' }
sub run { my ($code, @args) = @_; my @r = eval $code; return $@ ? "error: " . $@ =~ s/ at \(eval.*//sr : join ',', map { $_ // 'undef' } @r }

print run('package Made; sub new { return bless [], shift } sub hi { return main::context() } package main; Made->new->hi'), "\n";
my $counter = eval 'my $n = 10; sub { return ++$n }';
print $counter->(), $counter->(), "\n";
print run(q{my $code = 'context() . "' . ('x' x 2) . '"'; eval $code}), "\n";
print run('return ($args[0], context()) if @args; "rest"', 1, 2), ' ', run('return "early"; die'), "\n";
print run("\n\n# line 40 \"made.tmpl\"\nsub in_template { return __LINE__ . __FILE__ }\nin_template()"), "\n";
print run('1 +'), ' ', run('nope('), ' ', run('die { a => 1 }') =~ /HASH/ ? 'hash' : 'other', "\n";
print scalar(eval 'context()'), ' ', (eval 'context()'), "\n";
eval 'print context(), "\n"; 1' or print "failed\n";
for my $i (1 .. 3) {
    my $r = eval "sub gen_$i { my \$x = shift; return \$x * $i } gen_$i($i) + 1";
    print $r, ' ';
}
{ no strict 'refs'; print &{"gen_2"}(21), "\n" }
print join(' ', map { my $f = eval "sub { \$_[0] $_ 2 }" or die; $f->(8) } qw(+ - * /)), "\n";
print eval { eval { die "inner\n" }; my $e = $@; eval 'die "string\n"'; $e . $@ };
my $depth = 0;
my $code = '$depth++ < 3 ? eval($code) . context() : "bottom "';
print eval($code), "\n";
eval "BEGIN { *from_begin = sub { return 'begun' } } print from_begin(), qq{\\n}";
eval { run('die "passed\n"'); print "on\n" };
my %table = map { $_ => eval "sub { return '$_' . (\@_ ? \$_[0]->() : '') }" } qw(a b);
print $table{a}->($table{b}), "\n";
print eval("__PACKAGE__") , eval("package Other; __PACKAGE__"), eval('(caller(0))[3]') // 'none', "\n";
eval "#line 7 \"other.tmpl\"\nfor my \$x (1, 2) {\n  print context(), \$x;\n}\nprint qq{\\n};";
print defined eval { eval('exit_not()') ; 5 } ? "lived\n" : "died\n";
