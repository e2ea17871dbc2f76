# Containers of one image are not counted twice.

# Images are layers: the perl of both is the host's, which has one place for a probe.
put_workers a.pl
mount_layers
record_all --match="/a.pl $PWD"
run_until_seen perl "$PWD/a.pl" $PWD
export ROUNDS=300
chroot one perl /app/a.pl $PWD & X=$!
chroot two perl /app/a.pl $PWD & Y=$!
wait $X $Y
end_all
expect [ "$(profiles)" = 3 ]
for pid in $X $Y; do
	read_profiles_of $pid
	expect_out '/app/a.pl:6 main::RUNTIME main::work 300 '
	expect_no_out ' main::work 600 '
done
