#!/usr/bin/env perl
# The shares of subs in two profiles: shares.pl TRACED SAMPLED, by tests/e2e/profile.pl.  Those that took more than 2 %
# in either may differ by 5 points: a trace that waits for processors errs, too.
use strict;
use warnings;

my @share;
for my $file (@ARGV) {
    my (%excl, $sum);
    open my $in, '<', $file or die "$file: $!\n";
    while (<$in>) {
        my ($name, undef, undef, $excl) = /^sub (\S+) (\d+) (\S+) (\S+)/ or next;
        $excl{ $name =~ s/.*CORE:/CORE:/r } += $excl;
        $sum += $excl;
    }
    push @share, { map { $_ => 100 * $excl{$_} / $sum } keys %excl };
}
my ($traced, $sampled) = @share;
my %all = map { $_ => 1 } map { keys %$_ } @share;
my ($seen, $worst) = (0, 0);
for (sort keys %all) {
    my ($t, $s) = map { $_ // 0 } $traced->{$_}, $sampled->{$_};
    next if $t < 2 && $s < 2;
    $seen++;
    my $off = abs($t - $s);
    $worst = $off if $off > $worst;
    printf "%-30s %5.1f %% traced, %5.1f %% sampled%s\n", $_, $t, $s, $off > 5 ? ': too far apart' : '';
}
printf "%d subs, %.1f points apart at most\n", $seen, $worst;
exit($worst > 5 || $seen < 4 ? 1 : 0);
