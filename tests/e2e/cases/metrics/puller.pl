# Calls work() from "go" to "end", and says in "count" how often; ends with "quit".
sub work { return $_[0] + 1 }
sub touch { open my $f, '>', $_[0] or die; print $f $_[1] // ''; close $f }
sub doze { select undef, undef, undef, 0.002 }
my $n = 0;
touch('up');
doze() until -e 'go';
until (-e 'end') {
    $n = work($n);
    touch('reached' . $n / 300) if $n % 300 == 0;
    doze() if $n % 10 == 0;
}
touch('count', $n);
doze() until -e 'quit';
