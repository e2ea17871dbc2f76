# --event=block-io,tcp: what a line makes a disk do, as /proc has it, and the connections that it makes.

cat >a.pl <<'PERL'
use strict; use IO::Handle; use IO::Socket::INET;
sub bytes_read { open my $f, '<', '/proc/self/io' or die; return map { /^read_bytes: (\d+)/ } <$f> }
sub reads { open my $f, '<', 'data' or die; local $/; return length <$f> }
sub writes { open my $f, '>', 'new' or die; print $f 'y' x 300_000; $f->flush; $f->sync }
sub connects { IO::Socket::INET->new(PeerAddr => "127.0.0.1:$_[0]") for 1 .. $_[1] }
bytes_read();
my ($before) = bytes_read();
reads();
my ($after) = bytes_read();
writes();
my $listen = IO::Socket::INET->new(Listen => 20, LocalAddr => '127.0.0.1') or die;
my $port = $listen->sockport;
connects($port, 10);
close $listen;
connects($port, 5);
print $after - $before, " $port\n";
PERL
perl -e 'print rand for 1 .. 100_000' >data
forget() { sync data && dd if=data iflag=nocache count=0 2>/dev/null; }

for mode in trace sample; do
	forget
	run 0 $AGENT --event=block-io,tcp --mode=$mode -o a.out -- perl a.pl
	read -r bytes port <stdout
	[ "$bytes" -gt 0 ] || skip "$PWD is on no disk"
	events_of a.out >events
	expect [ "$(total 6 '$8 == "block-io" && $9 == "read" && $3 ~ /;main::reads/')" = "$bytes" ]
	expect_that "$(total 7 '$8 == "block-io" && $9 == "read" && $3 ~ /;main::reads/') > 0"
	expect_that "$(total 6 '$8 == "block-io" && $9 == "write" && $3 ~ /;main::writes/') >= 300000"
	expect_that "$(total 4 '$8 == "block-io" && $9 == "flush" && $3 ~ /;main::writes/') >= 1"
	expect [ "$(total 4 '$8 == "block-io" && $9 !~ /^(read|write|flush|discard|other)$/')" = 0 ]
	expect [ "$(total 4 "\$9 == \"connect TCP 127.0.0.1:$port\" && \$3 ~ /;main::connects/")" = 15 ]
	expect [ "$(total 5 "\$9 == \"connect TCP 127.0.0.1:$port\"")" = 5 ]
done
