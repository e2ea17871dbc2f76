use Time::HiRes qw(time sleep);
my $at = time;
for my $i (0 .. 199) {
    my $left = $at + $i / 200 - time;
    sleep $left if $left > 0;
    exec 'perl', '-e', 'sub f { 1 } f() for 1 .. 3', $ENV{PWD} if !fork;
}
1 while wait != -1;
