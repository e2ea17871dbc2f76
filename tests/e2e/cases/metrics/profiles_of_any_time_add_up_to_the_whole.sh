# A collector pulls profiles: of the next seconds, or of what came since it last asked.

# What is asked for, into a file.
pull() {
	run 0 curl -sS -f -m 100 -o "$2" "$PROFILES/$1"
}

# What a sub has of one type in profiles together.
values_in() {
	local type=$1 sub=$2 file sum=0
	shift 2
	for file in "$@"; do
		go tool pprof -sample_index="$type" -top -nodefraction=0 -nodecount=1000 "$file" >top 2>/dev/null
		sum=$((sum + $(awk -v "sub_=$sub" '$NF == sub_ { print $1 + 0; found = 1 } END { if (!found) print 0 }' top)))
	done
	echo $sum
}

# How often a sub is called.
calls_in() {
	values_in calls "$@"
}

# So many wait for a profile.
waits() {
	curl -sS -m 100 "${PROFILES%/debug/pprof}/metrics" | grep -q "^nytprof_bpf_pulls_waiting $1\$"
}

cp "$SUITE/puller.pl" a.pl
$AGENT --listen=0 --pprof=yes --event=syscalls -o a.out -- perl "$PWD/a.pl" 2>said & A=$!
await grep -q 'profiles are at ' said
PROFILES=$(sed -n 's/.*profiles are at \(.*\)\/profile.*/\1/p' said)
await [ -e up ]

# The first one begins, and is empty.
pull delta first.pb.gz
expect [ "$(calls_in main::work first.pb.gz)" = 0 ]
curl -sS -f -m 100 -o whole.pb.gz "$PROFILES/profile?seconds=600" & C=$!
await waits 1
touch go
for i in 1 2 3; do
	await [ -e "reached$i" ]
	pull delta $i.pb.gz
done
pull 'profile?seconds=1' second.pb.gz
touch end
await [ -e count ]
pull delta 4.pb.gz
expect [ "$(calls_in main::work ?.pb.gz)" = "$(<count)" ]
expect [ "$(calls_in main::work 1.pb.gz)" -ge 300 ]
expect_that "$(calls_in main::work second.pb.gz) > 0 && $(calls_in main::work second.pb.gz) < $(<count)"

# Nothing comes any more.
pull delta last.pb.gz
expect [ "$(calls_in main::work last.pb.gz)" = 0 ]

# Who still waits when the recording ends gets what there is.
touch quit
wait $A
expect_status 0
wait $C
expect_status 0
expect [ "$(calls_in main::work whole.pb.gz)" = "$(<count)" ]
# The events of the kernel, too: files were opened while both were asked for.
expect_that "$(values_in syscalls main::CORE:open whole.pb.gz) >= $(calls_in main::CORE:open whole.pb.gz)"
expect [ "$(values_in syscalls main::CORE:open ?.pb.gz)" = "$(values_in syscalls main::CORE:open whole.pb.gz)" ]
profile a.out >stdout
expect_out " main::work $(<count) "
