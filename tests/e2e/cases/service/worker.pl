my $n = 0;
sub work { return $_[0] + 1 }
if (open my $up, '>', "$0.up") { close $up }
until (-e "$0.end") {
    $n = work($n);
    select undef, undef, undef, 0.001;
}
print "$n\n";
