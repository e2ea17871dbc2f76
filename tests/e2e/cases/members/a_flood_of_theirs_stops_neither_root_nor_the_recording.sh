# Members who connect and say nothing, and others who connect and go, stop neither root nor the recording.

start_units
start_service --group=shop:4242
cat >flood.pl <<'PERL'
use Socket;
my ($pid, $kind) = @ARGV;
my (@all, $cnt);
until (-e 'enough') {
    socket my $s, AF_UNIX, SOCK_SEQPACKET, 0 or die;
    if (!connect $s, pack_sockaddr_un("/run/nytprof-bpf-group/$pid.sock")) { select undef, undef, undef, 0.01; next }
    send $s, 'status 0', 0 if $kind eq 'asks';
    push @all, $s if $kind ne 'goes';
    shift @all if @all > 200;
    select undef, undef, undef, 0.001;    # the agent needs a processor, too
    if (++$cnt == 50) { open my $f, '>', "flooded.$kind"; close $f }
}
PERL
floods=
for kind in says_nothing asks goes; do
	(exec setpriv --reuid=54321 --regid=54321 --groups=4242 perl flood.pl $A $kind) &
	floods="$floods $!"
done
chmod 777 .
for kind in says_nothing asks goes; do
	await [ -e flooded.$kind ]
done
for i in 1 2 3; do
	run 0 timeout 20 $AGENT ctl status
	expect_out mail.pl
done
run 0 timeout 20 $AGENT ctl flush $mail
expect_out "/mail_pl.$mail."
before=$(ls out | wc -l)
more_profiles() {
	[ "$(ls out | wc -l)" -gt $before ]
}
await more_profiles
expect [ "$(ls /proc/$A/fd | wc -l)" -lt 400 ]
touch enough
# shellcheck disable=SC2086 # several
wait $floods
lets_in() {
	as_member 4242 ctl status >stdout 2>stderr
}
await lets_in
expect_out shop.pl
end_units
end_all
