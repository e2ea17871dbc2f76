# stop.pl AGENT: stops the process of the agent that writes next, and prints its pid.
my ($agent) = @ARGV;
sub writes { open my $c, '<', "/proc/$_[0]/comm" or return; <$c> ne "nytprof-look\n" }
while (1) {
    open my $f, '<', "/proc/$agent/task/$agent/children" or die;
    my ($child) = grep { writes($_) } split ' ', <$f> // '' or next;
    kill STOP => $child or next;
    for (1 .. 1000) {
        open my $s, '<', "/proc/$child/stat" or last;
        my ($state) = <$s> =~ /\) (\w)/;
        print("$child\n"), exit if $state eq 'T';
        last if $state eq 'Z';
    }
}
