# What a directory of profiles has of some time.

G=$(awk '$3 == "cgroup2" { print $2; exit }' /proc/self/mounts)/nyt-$$ # control groups of ours

remove_groups() {
	find $G -depth -type d -exec rmdir {} +
}

# Runs a program in the control group of a unit.
inside() {
	mkdir -p $G/$1
	(echo $BASHPID >$G/$1/cgroup.procs && shift && exec "$@")
}

# The time now, in UTC; a later one is another second.
now() {
	date -u '+%Y-%m-%d %H:%M:%S'
}

await_next_second() {
	await is_after "$(date +%s)"
}

is_after() {
	[ "$(date +%s)" -gt $(($1 + 1)) ]
}

# How often a sub is called, as the report in stdout says.
calls_of() {
	awk -v "name=$1" '$0 ~ " " name "($| )" { print $1; exit }' stdout
}

# Two services before and after one of them is deployed anew, in the directory out.
record_services() {
	defer remove_groups
	mkdir $G
	cat >shop.pl <<'PERL'
sub price { my $n = 0; $n += $_ for 1 .. 4000; return $n }
sub page { my $cnt = -e 'deployed' ? 30 : 10; price() for 1 .. $cnt }
page() for 1 .. 20;
PERL
	cat >mail.pl <<'PERL'
sub send_mail { my $n = 0; $n += $_ for 1 .. 500; return $n }
send_mail() for 1 .. 100;
PERL
	record_all --match=$PWD --merge=unit
	# The first process of a perl may be late.
	echo 'select undef, undef, undef, 0.01 until -e "warm"' >warm.pl
	perl "$PWD/warm.pl" & W=$!
	await any "out/*.$W.*"
	touch warm
	wait $W
	await_next_second
	T0=$(now)
	for i in 1 2 3; do
		inside shop.service perl "$PWD/shop.pl"
		inside mail.service perl "$PWD/mail.pl"
	done
	T1=$(now)
	await_next_second
	touch deployed
	T2=$(now)
	for i in 1 2 3; do
		inside shop.service perl "$PWD/shop.pl"
		inside mail.service perl "$PWD/mail.pl"
	done
	T3=$(now)
	end_all
}
