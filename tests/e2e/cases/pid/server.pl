use Time::HiRes 'sleep';
sub handle { my $n = shift; my $s = 0; $s += $_ for 1 .. $n; return $s }
sub request {
    my $t = 0;
    for my $i (1 .. 10) {
        $t += handle($i);
    }
    return $t;
}
sub serve { while (1) { request(); sleep 0.01 } }
open my $f, '>', "up.$$"; close $f;
serve();
