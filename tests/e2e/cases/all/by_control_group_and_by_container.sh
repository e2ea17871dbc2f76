# Filters by control group and by container.

put_workers yes.pl no.pl
groups=$(awk '$3 == "cgroup2" { print $2; exit }' /proc/self/mounts)
group=$groups/nyt-a$$
container=$groups/docker-$(printf %08xfeed $$)0123456789abcdef.scope
remove_groups() {
	rmdir $group/b $group $container
}
defer remove_groups
mkdir -p $group/b $container

# Runs what is to be recorded in a control group.
run_in_group() {
	run_until_seen sh -c 'echo $$ >$0/cgroup.procs; exec perl yes.pl' "$1"
	run_briefly perl no.pl
}

record_all --cgroup=/nyt-a$$
run_in_group $group/b
end_all
expect [ "$(programs)" = yes.pl ]

rm out/*.nytprof
record_all --container=$(printf %08xfeed $$)
run_in_group $container
end_all
expect [ "$(programs)" = yes.pl ]
