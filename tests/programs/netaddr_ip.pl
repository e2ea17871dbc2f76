# NetAddr::IP: overloaded operators, subs that AutoLoader loads when they are first called, C below.
# oracle-rule: autosplit-source
use strict;
use warnings;
use NetAddr::IP qw(Compact Coalesce);
use NetAddr::IP::Util qw(inet_aton inet_ntoa ipv6_n2x hasbits bcd2bin bin2bcd);

my $net = NetAddr::IP->new('10.0.0.0/24');
print "$net ", $net->num, ' ', $net->broadcast, ' ', $net->range, ' ', $net + 5, "\n";
print join(' ', map { "$_" } $net->split(26)), ' ', scalar $net->hostenum, "\n";
for my $address (qw(10.0.0.7 192.168.1.1 fe80::1 10.0.1.0/25)) {
    my $ip = NetAddr::IP->new($address) or next;
    print $ip->addr, ' ', $ip->version, ' ', $ip->within($net) ? 'within' : 'without', ' ', $ip->wildcard ? 'wild' : 'tame', ' ', $ip->short, "\n";
}
my @sorted = sort { $a <=> $b } map { NetAddr::IP->new($_) } qw(10.0.0.9 10.0.0.1 10.0.0.5);
print inet_ntoa(inet_aton('127.0.0.1')), " @sorted ", join(',', map { "$_" } Compact(map { NetAddr::IP->new("10.0.$_.0/24") } 0 .. 3)), "\n";
print ipv6_n2x(NetAddr::IP->new6('::1.2.3.4')->aton), ' ', bin2bcd(bcd2bin('123456789')), ' ', NetAddr::IP->new('junk') ? 'parsed' : 'refused', "\n";
print eval { NetAddr::IP->new('10.0.0.0/8')->split(40); 1 } ? 'split' : 'not split', ' ', $net->re =~ /10/ ? 'matches' : 'none', ' ', NetAddr::IP->new('1.2.3.4')->bigint, "\n";
