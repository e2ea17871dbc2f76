# Hundreds of short threads, and some that never end, are counted.

# Their numbers and the addresses of their interpreters are used again and again.
cat >a.pl <<'PERL'
use threads;
sub work { my $s = 0;
    for my $i (1 .. shift) {
        $s += $i;
    }
    return $s }
eval "sub evaled {\n my \$k = shift; return \$k }";
sub body { work($_[0] % 10 + 1); return evaled(1) }
for my $i (1 .. 200) {
    my $t = threads->create(\&body, $i);
    $i % 2 ? $t->join : $t->detach;
}
my @left = map { threads->create(sub { work(1); sleep 30; work(1) }) } 1 .. 3;
my @done = map { threads->create(\&work, 4) } 1 .. 3;
select undef, undef, undef, 0.5;
PERL

record
expect_profiles 1
expect_in said 'Perl exited with active threads'
expect_line /a.pl:4 $((20 * 55 + 3 + 3 * 4))
expect_line /a.pl:6 $((200 + 3 + 3))
expect_out '/a.pl:8 main::body main::work 200 '
expect_out '/a.pl:8 main::body main::evaled 200 '
expect_out '[a.pl:7]:2 400 '
expect_out $'attr agent_interpreters 207\n'
