# A program like many: reads records, matches them, counts in hashes, prints a report.
use strict;
use warnings;

my %by_status;
my %by_path;
sub parse {
    my $line = shift;
    return unless $line =~ m{^(\S+) \[(\d+)\] "(GET|POST) (\S+)" (\d{3}) (\d+)$};
    return { host => $1, time => $2, method => $3, path => $4, status => $5, bytes => $6 };
}
sub normalise { my $p = shift; $p =~ s{/\d+}{/N}g; return $p }
sub record {
    my $r = shift;
    $by_status{ $r->{status} }++;
    my $e = $by_path{ normalise($r->{path}) } //= { hits => 0, bytes => 0 };
    $e->{hits}++;
    $e->{bytes} += $r->{bytes};
}
sub make_line {
    my $i = shift;
    return sprintf '10.0.0.%d [%d] "%s /item/%d/view" %d %d', $i % 7, 1000 + $i, $i % 3 ? 'GET' : 'POST', $i % 50,
        $i % 11 ? 200 : 404, $i * 13 % 977;
}
for my $i (1 .. 500) {
    my $r = parse(make_line($i)) or next;
    record($r);
}
print "$_ $by_status{$_}\n" for sort keys %by_status;
for my $p (sort { $by_path{$b}{hits} <=> $by_path{$a}{hits} } keys %by_path) {
    printf "%-20s %5d %8d\n", $p, @{ $by_path{$p} }{qw(hits bytes)};
}
