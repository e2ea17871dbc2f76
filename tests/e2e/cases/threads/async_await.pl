# Future::AsyncAwait: subs that are suspended in the middle and go on later, nested, in loops, dying.
use strict;
use warnings;
use Future;
use Future::AsyncAwait;

my @waiting;
sub later { my $f = Future->new; push @waiting, $f; return $f }
sub one { return $_[0] + 1 }
sub resume { my $k = shift; (shift @waiting)->done($k) }

async sub plain { my $x = shift; return one($x) }
async sub waits {
    my $x = shift;
    my $y = one($x);
    my $got = await later();
    $y += one($got);
    return $y;
}
async sub outer {
    my $sum = 0;
    for my $i (1 .. 3) {
        my $got = await waits($i);
        $sum += $got;
    }
    return $sum;
}
async sub dies { await later(); die "died\n" }
async sub catches {
    my $how = 'not at all';
    eval { await dies(); 1 } or $how = $@;
    chomp $how;
    return $how;
}

print plain(1)->get, "\n";
my @many = map { waits($_) } 1 .. 3;
resume($_) for 10, 20, 30;
print join(' ', map { $_->get } @many), "\n";
my $f = outer();
while (!$f->is_ready) {
    resume(100);
}
print $f->get, "\n";
my $c = catches();
resume(0);
print $c->get, "\n";
my $anon = async sub { my $v = await later(); return one($v) };
my $g = $anon->();
resume(5);
print $g->get, "\n";
