# Those who are not root read the profiles of the units that are their group's, and no others.
R=$(awk '$3 == "cgroup2" { print $2; exit }' /proc/self/mounts)
G=$R/nyt-$$ U=$R/user.slice/nyt-$$
remove_groups() {
	find $G $U -depth -type d -exec rmdir {} +
	rmdir $R/user.slice 2>/dev/null
}
defer remove_groups
mkdir -p $G $U

# Runs a worker in a control group.
work_inside() {
	mkdir -p "$1"
	(echo $BASHPID >"$1/cgroup.procs" && exec perl "$PWD/$2")
}

# As a member of the group 4242.
as_developer() {
	setpriv --reuid=54321 --regid=54321 --groups=4242 "$@"
}

put_workers shop.pl mail.pl own.pl none.pl
chmod 755 .
record_all --match=$PWD --merge=unit --group=shop*:4242,mail.service:4343
run_until_seen perl $PWD/none.pl
export ROUNDS=50
work_inside $G/shop-web.service shop.pl
work_inside $G/mail.service mail.pl
work_inside $U/shop.service own.pl
end_all
expect [ "$(stat -c %a out)" = 755 ]
expect [ "$(stat -c '%a %g' out/shop_pl.*.nytprof)" = '640 4242' ]
expect [ "$(stat -c '%a %g' out/unit-shop-web*)" = '640 4242' ]
expect [ "$(stat -c '%a %g' out/mail_pl.*.nytprof)" = '640 4343' ]
expect [ "$(stat -c '%a %g' out/own_pl.*.nytprof out/none_pl.*.nytprof out/unit-shop.s* | sort -u)" = '600 0' ]

cp "$AGENT" agent
run 0 as_developer ./agent list out
expect_out shop.pl
expect_err ' files are not yours to read, and are left out'
expect_no_out mail.pl
expect_no_out own.pl
run 0 as_developer ./agent report out/shop_pl.*.nytprof
expect_out main::work
run 1 as_developer ./agent report out/mail_pl.*.nytprof
expect_err 'Permission denied'

# Who can't list the directory must know the names.
chmod 711 out
record_all --match=$PWD --group=4242
end_all
expect_in said "--group: others can't list the directory"
