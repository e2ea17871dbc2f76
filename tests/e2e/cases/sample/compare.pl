#!/usr/bin/env perl
# Compares stacks as Carp::longmess wrote them with those of a profile: compare.pl STACKS FOLDED PROFILE
# FOLDED is by nytprofcalls, PROFILE by tests/e2e/profile.pl.  Evals are no subs, and are in no profile.
use strict;
use warnings;

my ($stacks, $folded, $profile) = @ARGV;
my (%want, %lines, %have, %edge, $name, $wrong);

sub plain { $_[0] =~ s/\[.*?\]//gr =~ s/BEGIN\@\d+/BEGIN/gr }

# Without its directory; and without the place of an eval, which longmess does not say.
sub place { $_[0] =~ s{^[^(]*/}{}r =~ s{\[.*\]}{}r =~ s{\(eval \d+\)}{(eval)}r }

# Where else the profile says that it is called.
sub others {
    my ($callee) = @_;
    return join ",", map { " $_" } grep { / \Q$callee\E$/ } sort keys %edge;
}

open my $in, '<', $stacks or die "$stacks: $!\n";
while (<$in>) {
    if (/^= (\w+)/) { $name = $1; $want{$name} = $lines{$name} = [] }
    next if !/^\t(\S+?)\(.*\) called at (.+) line (\d+)$/ && !/^\t(\S+) .*called at (.+) line (\d+)$/;
    my ($sub, $file, $line) = ($1, $2, $3 || 1);
    next if $sub =~ /^(main::seen|eval|require)$/;
    $want{$name} = [ $sub, @{ $want{$name} } ];
    $lines{$name} = [ "$file:$line", @{ $lines{$name} } ];
}
open $in, '<', $folded or die "$folded: $!\n";
while (<$in>) {
    my ($path) = /^(.*) \d+$/ or next;
    my @path = split /;/, plain($path);
    push @{ $have{$1} }, join ' ', @path if $path[-1] =~ /^L::(\w+)$/;
}
open $in, '<', $profile or die "$profile: $!\n";
while (<$in>) {
    my ($file, $line, $callee) = m{^call (\S.*):(\d+) \S+ (\S+) } or next;
    $edge{ place("$file:$line") . ' ' . plain($callee) } = 1;
}
for my $name (sort keys %want) {
    my $stack = join ' ', @{ $want{$name} };
    my %have = map { $_ => 1 } @{ $have{$name} };
    my @wrong = delete $have{$stack} ? () : "not in the profile: $stack";
    push @wrong, map { "in the profile: $_\n    and not $stack" } sort keys %have;
    for my $i (0 .. $#{ $want{$name} }) {
        my $edge = place($lines{$name}[$i]) . ' ' . $want{$name}[$i];
        push @wrong, "no call at $edge, but" . others($want{$name}[$i]) if !$edge{$edge};
    }
    print "$name: $_\n" for @wrong;
    $wrong ||= @wrong;
}
print scalar(keys %want), " stacks agree\n" if !$wrong;
exit($wrong ? 1 : 0);
