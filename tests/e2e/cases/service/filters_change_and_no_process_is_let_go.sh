# Filters change, and no process is let go.

# Writes the configuration with such a filter.
match() {
	printf 'interval = 1\nmatch = %s/%s\\.pl\n' "$PWD" "$1" >conf
}

# The calls of a process's profile.
recorded_of() {
	profiles_of $1 | sed -n 's/^sub main::work \([0-9]*\) .*/\1/p'
}

put_workers warm.pl a.pl b.pl
match '(a|warm)'
start_service
warm_up
perl "$PWD/a.pl" >a.count & W=$!
perl "$PWD/b.pl" >b.count & X=$!
seen $W
await [ -e b.pl.up ]
sleep 0.5
expect [ "$(ls out | grep -c nytprof)" = 2 ]
match '[ab]'
reload
seen $X
await records $X 500
match a
reload
sleep 0.5
echo 'match = (' >conf
reload
touch a.pl.end b.pl.end
wait $W $X
end_service
expect [ "$(ls out | grep -c nytprof)" = 3 ]
expect_in said 'conf:1:9: match=(: '

# Of the process that is recorded all the time each call is in the one profile.
expect [ "$(<a.count)" -gt 100 ]
expect [ "$(recorded_of $W)" = "$(<a.count)" ]

# The other one only in between.
expect [ "$(<b.count)" -gt 100 ]
expect [ "$(recorded_of $X)" -gt 50 ]
expect [ "$(recorded_of $X)" -lt "$(<b.count)" ]
