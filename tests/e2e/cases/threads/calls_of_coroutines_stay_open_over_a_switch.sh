# Calls of coroutines stay open over a switch.

needs Coro libcoro-perl
cat >a.pl <<'PERL'
use Coro;
sub work { return 1 }
sub inner { work(1);
    cede;
    work(2);
    return 1 }
sub body { for my $j (1 .. 10) {
        inner($j);
    } }
my @c = map { async { body() } } 1 .. 4;
$_->join for @c;
work(3);
PERL

record
expect_line /a.pl:4 40
expect_line /a.pl:5 40
expect_out '/a.pl:3 main::inner main::work 40 '
expect_out '/a.pl:5 main::inner main::work 40 '
expect_out '/a.pl:8 main::body main::inner 40 '
expect_out 'main::__ANON__[a.pl:10] main::body 4 '
expect_out '/a.pl:12 main::RUNTIME main::work 1 '
