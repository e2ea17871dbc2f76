# The databases of users, groups, protocols, services and hosts: by name, by number, and all.
use strict;
use warnings;

sub all_of { my ($next, $end) = @_; my $n = 0; while (my @row = $next->()) { $n++; last if $n >= 4 } $end->(); return $n }

print scalar(getpwnam 'root'), ' ', scalar(getpwuid 0), ' ', scalar(getgrnam 'root'), ' ', scalar(getgrgid 0), "\n";
print join(':', (getpwnam 'root')[0, 2, 3]), ' ', defined getpwnam('no_such_user') ? 'there' : 'none', "\n";
setpwent;
print all_of(sub { getpwent }, sub { endpwent }), "\n";
setgrent;
print all_of(sub { getgrent }, sub { endgrent }), "\n";
my @tcp = getprotobyname 'tcp';
my @six = getprotobynumber 6;
print @tcp ? "$tcp[2]\n" : "no protocols\n", @six ? $six[0] : 'none', "\n";
setprotoent 0;
print all_of(sub { getprotoent }, sub { endprotoent }) > 0 ? "some\n" : "none\n";
my @http = getservbyname 'http', 'tcp';
my @by_port = getservbyport 80, 'tcp';
print scalar(@http) == scalar(@by_port) ? "alike\n" : "different\n";
setservent 0;
print all_of(sub { getservent }, sub { endservent }) > 0 ? "some\n" : "none\n";
my $address = gethostbyname 'localhost';
print $address ? length($address) : 'none', "\n";
my @nets = (getnetbyname('loopback'), getnetbyaddr(127 << 24, 2));
setnetent 0;
my $nets = all_of(sub { getnetent }, sub { endnetent });
my $name = gethostbyaddr pack('C4', 127, 0, 0, 1), 2;
sethostent 0;
my $hosts = all_of(sub { gethostent }, sub { endhostent });
my $login = getlogin;
print crypt('word', 'ab') ? "crypted\n" : "no crypt\n";
