# Calls work() until there is a file "end", or $ROUNDS times, and says in count.PID how often.
sub work { return $_[0] + 1 }
my $n = 0;
my $rounds = $ENV{ROUNDS} // 1e9;
until ($n >= $rounds || -e 'end') {
    $n = work($n);
    select undef, undef, undef, 0.001 if $n % 20 == 0;
}
open my $f, '>', "count.$$" or die;
print $f "$n\n";
