use Time::HiRes 'sleep';
sub request { my $n = shift; return $n }
sub serve { while (!-e 'end') {
    request(1);
    sleep 0.005 } }
open my $f, '>', 'up'; close $f;
serve();
