# Dispatch tables, method names in variables, __SUB__, state, postfix dereference, handlers in handlers.
use v5.36;
use feature 'current_sub';

my %ops = (
    '+' => sub ($x, $y) { $x + $y },
    '-' => sub ($x, $y) { $x - $y },
    '*' => \&multiply,
    '!' => sub ($n, @) { return $n < 2 ? 1 : $n * __SUB__->($n - 1) },
);
sub multiply ($x, $y) { my $sum = 0; $sum = $ops{'+'}->($sum, $x) for 1 .. $y; return $sum }
sub evaluate (@tokens) {
    my @stack;
    for my $t (@tokens) {
        if (my $op = $ops{$t}) { my ($y, $x) = (pop @stack, pop @stack); push @stack, $op->($x // $y, $y) }
        else { push @stack, $t }
    }
    return $stack[0];
}
sub visit ($node, $handlers) {
    my $type = ref $node;
    my $h = $handlers->{$type} // $handlers->{default} // return 'no handler';
    return $h->($node, sub ($n) { visit($n, $handlers) });
}

say evaluate(qw(3 4 + 2 *)), ' ', evaluate(qw(5 2 -)), ' ', evaluate(1, 5, '!');
my %h = (
    ARRAY   => sub ($n, $go) { '[' . join(',', map { $go->($_) } $n->@*) . ']' },
    HASH    => sub ($n, $go) { '{' . join(',', map { "$_:" . $go->($n->{$_}) } sort keys $n->%*) . '}' },
    CODE    => sub ($n, $go) { $go->($n->()) },
    default => sub ($n, $go) { "$n" },
);
say visit({ a => [ 1, [ 2, 3 ] ], b => sub { return { c => 4 } }, d => \"s" =~ /x/ ? 1 : 0 }, \%h);
my $data = { list => [ 1 .. 5 ], code => { run => [ sub ($x) { sub ($y) { "$x$y" } } ] } };
say join '', $data->{list}->@[ 1, 2 ], scalar $data->{list}->@*, $data->{list}->$#*, $data->{code}{run}[0]('p')('q');
say join ',', map { $_->{n} } sort { $a->{n} <=> $b->{n} } ({ n => 2 }, { n => 1 });
sub id { state $n = first_id(); return $n++ }
sub first_id { return 100 }
say id(), id(), id();
my @pipeline = (sub { map { $_ + 1 } @_ }, sub { grep { $_ % 2 } @_ }, sub { reverse @_ });
my @l = (1 .. 6);
@l = $_->(@l) for @pipeline;
say "@l";
say join ' ', map { my $m = $_; main->can($m)->(6, 2) } qw(multiply);
my $walk = sub ($n) { return $n <= 0 ? () : ($n, __SUB__->($n - 2)) };
say join ' ', $walk->(7);
