# Two hosts, each with an agent and a directory, and one receiver. A release makes a service slower on one of them.
# The receiver has it, and so have two spans of that host's directory.

G=$(awk '$3 == "cgroup2" { print $2; exit }' /proc/self/mounts)/nyt-$$
U=${G%/*}/user.slice/nyt-$$
remove_groups() {
	find $G $U -depth -type d -exec rmdir {} +
	rmdir ${U%/*} 2>/dev/null
}
defer remove_groups
# Runs a program of a host in the control group of the service.
serve() {
	mkdir -p $G/$1/shop.service
	(echo $BASHPID >$G/$1/shop.service/cgroup.procs && exec perl "$PWD/$1/shop.pl")
}
hosts_agent() {
	$AGENT --all --mode=trace --output-dir=$PWD/$1/out --match=$PWD/$1 --interval=1 --push=$RECEIVER --push-queue=$PWD/queue --label=host=$1 2>$1/said & AGENTS="$AGENTS $!"
	recording $1/said
}
end_agents() {
	kill -INT $AGENTS
	wait $AGENTS
}
now() {
	date -u '+%Y-%m-%d %H:%M:%S'
}
is_after() {
	[ "$(date +%s)" -gt $(($1 + 1)) ]
}
serve_both() {
	local i
	for i in 1 2 3; do
		serve one
		serve two
	done
}
calls_at() {
	LABEL=host=$1 perl "$SUITE/sums.pl" pyroscope taken.* | awk -v "name=$2" '$1 == "calls" && $2 == name { print $3 }'
}

AGENTS=
start_receiver pyroscope
mkdir one two queue
for host in one two; do
	cat >$host/shop.pl <<'PERL'
sub price { my $n = 0; $n += $_ for 1 .. 200; return $n }
sub page { price() for 1 .. 10 }
page() for 1 .. 20;
PERL
	hosts_agent $host
	# The first process of a perl may be late.
	echo 'select undef, undef, undef, 0.01 until -e $ARGV[0]' >$host/warm.pl
	perl "$PWD/$host/warm.pl" warm & W=$!
	await any "$host/out/*.$W.*"
	touch warm
	wait $W
	rm warm
done
T0=$(now)
serve_both
T1=$(now)
await is_after "$(date +%s)"
sed -i 's/1 \.\. 10 /1 .. 30 /' two/shop.pl
T2=$(now)
serve_both
T3=$(now)
echo 'sub theirs { 1 } theirs() for 1 .. 7' >one/mail.service
mkdir -p $U/shop.service
(echo $BASHPID >$U/shop.service/cgroup.procs && exec perl "$PWD/one/mail.service")
end_agents
# Neither a user's control group nor a program of such a name is a service.
expect [ "$(calls_at one main::theirs)" = 7 ]
expect [ "$(LABEL="service_name=mail.service (program)" perl "$SUITE/sums.pl" pyroscope taken.* | awk '$1 == "calls" && $2 == "main::theirs" { print $3 }')" = 7 ]
expect [ "$(calls_at one main::price)" = 1200 ]
expect [ "$(calls_at two main::price)" = 2400 ]
expect [ "$(calls_at one main::page)" = 120 ]
expect [ "$(LABEL=service_name=shop.service perl "$SUITE/sums.pl" pyroscope taken.* | awk '$1 == "calls" && $2 == "main::price" { print $3 }')" = 3600 ]
run 0 $AGENT diff --json --old="$T0..$T1" --new="$T2..$T3" --unit=shop two/out
expect [ "$(perl -MJSON::PP -0ne 'my ($s) = grep { $_->{name} eq "main::price" } @{ decode_json($_)->{subs} }; print "$s->{old_count} $s->{new_count}"' stdout)" = '600 1800' ] || cat stdout
end_receiver
