# A worker that hangs in DNS: the name server's address, and the line that asks.

cat >silent.sh <<'SH'
ip link set lo up
echo 'nameserver 127.0.0.1' >resolv.conf
mount --bind resolv.conf /etc/resolv.conf
perl -MIO::Socket::INET -e '
	my $server = IO::Socket::INET->new(Proto => "udp", LocalAddr => "127.0.0.1:53") or die;
	open my $up, ">", "silent"; close $up; sleep 1000' & server=$!
until [ -e silent ]; do sleep 0.05; done
perl -e 'sub look_up { gethostbyname("db.example.com") } look_up()' & echo $! >asker.new
mv asker.new asker
wait "$!"
kill "$server"
SH
unshare -mn bash silent.sh </dev/null >/dev/null 2>&1 & silent=$!
await [ -e asker ]
server=$(<asker)
await waits_in "$server" poll
dump
expect_out ': UDP 127.0.0.1:53; op ghbyname; depth 1'
expect_out '  #0   main::look_up at -e:1'
stop "$server"
wait "$silent"
