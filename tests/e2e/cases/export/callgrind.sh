# callgrind: callgrind_annotate reads it, and its totals are the profile's.

make_profiles
for name in $PROFILES; do
	truth_of $name.out
	run 0 $AGENT export -q --format=callgrind -o $name.cg $name.out
	run 0 callgrind_annotate --auto=no --threshold=100 $name.cg
	expect_no_err WARNING
	total=$(tr -d , <stdout | awk '/PROGRAM TOTALS/ { print $1, $2 ~ /^\(/ ? $3 : $2 }')
	expect_same "${total% *}" "$ns"
	expect [ "${total#* }" = "$stmts" ]
	# What the functions add up to, and not what the head says.
	rows=$(tr -d , <stdout | awk '/^ *[0-9].*:.*::/ { sum += $1 } END { printf "%.0f", sum }')
	expect_same "$rows" "$ns"
	run 0 callgrind_annotate --auto=no --inclusive=yes --tree=both $name.cg
	expect_no_err WARNING
done

# What a sub called, where, and how often.
run 0 callgrind_annotate --auto=no --threshold=100 --tree=calling stock.cg
expect grep -qE '> .*a\.pl:main::inner \(15x\)' stdout
expect grep -qE '> .*\(xsub\):List::Util::sum \(' stdout
