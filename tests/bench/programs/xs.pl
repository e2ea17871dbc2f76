# XSUBs: small ones, by the million, and some that take their time.
use strict;
use warnings;
use Digest::MD5 qw(md5_hex);
use List::Util qw(sum max first);
use Scalar::Util qw(blessed reftype);
use Storable qw(dclone);
use Time::HiRes qw(time);
my $data = { map { $_ => [ 1 .. 20 ] } 1 .. 20 };
my ($sum, $last) = (0, '');
for my $i (1 .. 60_000) {
    $sum += sum(1, 2, $i) + max($i, 5);
    $sum += 1 if reftype($data) eq 'HASH' && !blessed($data);
    $last = md5_hex("$last$i");
    $sum += first { $_ > 3 } 1 .. 10;
    $data = dclone($data) if $i % 1000 == 0;
}
print "$sum $last\n" if time;
