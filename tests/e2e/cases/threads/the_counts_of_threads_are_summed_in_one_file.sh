# The counts of threads are summed in one file.

cat >a.pl <<'PERL'
use threads;
sub work { my ($n, $s) = (shift, 0);
    for (1 .. $n) {
        $s += $_;
    }
    return $s }
sub body { my $k = shift;
    work(10 * $k) for 1 .. 3;
    return eval "1 + $k" }
my @t = map { threads->create(\&body, $_) } 1 .. 3;
$_->join for @t;
threads->create('body', 4)->detach;
select undef, undef, undef, 0.5;
PERL

record
expect_profiles 1
expect_line /a.pl:4 $((3 * 10 * (1 + 2 + 3 + 4)))
expect_line /a.pl:6 12
expect_out '/a.pl:8 main::body main::work 12 '
expect_out '/a.pl:10 main::RUNTIME main::body 3 '
expect_out '/a.pl:12 main::RUNTIME main::body 1 '
expect_out 'attr agent_interpreters '

# Each string eval has its own file of the profile, though each interpreter counts from the same number on.
expect [ "$(grep '^src (eval .*1 + ' stdout | sort -u | wc -l)" = 4 ]
