# Subs of many shapes.  All are called, once the file go is there.
use strict;
use warnings;
use feature 'signatures';
no warnings;

my (@all, %table);

push @all, sub { 1 };
push @all, sub { 2 }, sub { 3 };
push @all, sub {
    my $x = 1;
    # a comment before the brace

};
push @all, sub
{
    my $text = <<A . <<'B';
} a brace of a here-document {
A
sub { and another } }
B
    return $text =~ /[{]\}(?:x{2,3})?/;
};
push @all, sub {
    my ($x) = @_;
    return sub {
        my $y = $x;
        return sub { $y };
    };
};
push @all, sub :lvalue { my $z = 'a}'; $z };
push @all, sub ($first = '}', $second = 2) {
    $first . $second
};
push @all, sub (
    $first = 1,
)
{
    return $first;
};
push @all, sub { };
push @all, sub {
    # nothing
};
%table = (
    one => sub { (my $t = '{') =~ s/[{]//; 1 },
    two => sub {
        join ',', map { $_ + 1 } sort { $a <=> $b } grep { $_ } 3, 1, 2;
    },
    three => sub { my %h = ('}' => q({), y => 1, s => 2); $h{y} / $h{s} }
);
push @all, sub {
    if (@_) {
        named();
    } else {
        for my $i (1 .. 2) {
            my $x = $i;
        }
    }
};
push @all, sub { my $half = named() / 2; $half /= 2; qr/\// };
push @all, sub {
    my $c = sub { 5
    };
    $c->() };

no feature 'signatures';

sub named
    ($$)
{
    return 4;
}

sub blocks (&@) { my $code = shift; return map { $code->($_) } @_ }

push @all, sub {
    my @b = blocks {
        $_[0] + 1;
    } 1, 2;
    blocks { $_[0] } 3;
};

=pod

sub { in pod } }

=cut

my $from_eval = "sub {\n    my \$x = 1;\n    sub {\n        \$x\n    }\n}";
my $other = eval "#line 100 \"made.pl\"\nmy \$x = 1;\nsub {\n    2;\n\n}";
push @all, eval $from_eval;
push @all, $other;

sub up { open my $up, '>', 'up'; close $up }
up();
select undef, undef, undef, 0.01 until -e 'go';

sub call {
    my $got = shift->();
    call($got) if ref $got eq 'CODE';
}
call($_) for @all, @table{ sort keys %table };
if (@ARGV && $ARGV[0] eq 'fork') {
    my $child = fork // die $!;
    if ($child) { open my $pid, '>', 'child.new'; print $pid $child; close $pid; rename 'child.new', 'child' }
    if ($child) { waitpid $child, 0; exit }
    select undef, undef, undef, 0.01 until -e 'go-on';
    call($_) for @all;
}
# line 500
push @all, sub {
    500;

};
call($all[-1]);
__END__
sub {
