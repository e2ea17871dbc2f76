# pprof: go tool pprof reads it, protoc can decode it, and its totals are the profile's.

make_profiles
sed 's/repeated bytes string_table/repeated string string_table/' $TOP/user/export/pprof.proto >schema.proto
for name in $PROFILES; do
	truth_of $name.out
	run 0 $AGENT export -q --format=pprof -o $name.pb.gz $name.out
	run 0 go tool pprof -raw $name.pb.gz
	# "calls statements wall: locations", or "samples cpu off_cpu wall: locations"; a sum of each.
	sums=$(awk '/^Locations/ { exit } /^ *[0-9]+ +[0-9]+.*: / { sub(/:.*/, ""); count += $1; ns += $NF; if (NF == 4) parts += $2 + $3 - $4; else stmts += $2 } END { printf "%.0f %.0f %.0f %.0f", count, parts, stmts, ns }' stdout)
	expect_same "${sums##* }" "$ns"
	expect_that "$(echo $sums | cut -d' ' -f2) == 0"
	if [ $name = sampled ]; then
		expect [ "${sums%% *}" = "$stmts" ]
	else
		expect [ "${sums%% *}" = "$calls" ]
		expect [ "$(echo $sums | cut -d' ' -f3)" = "$stmts" ]
	fi
	cp stdout $name.raw
	run 0 go tool pprof -top -sample_index=wall -unit=ns -nodefraction=0 -nodecount=100000 $name.pb.gz
	total=$(grep -oP 'of \K[0-9.]+(?=ns total)' stdout)
	expect_that "$total / $ns < 1.001 && $total / $ns > 0.999"

	# Strings are UTF-8, and no field is unknown.
	gzip -dc $name.pb.gz >$name.pb
	run 0 protoc --decode=pprof.Profile schema.proto <$name.pb
	values=$(grep -c '^sample_type' stdout)
	decoded=$(awk -v "of=$values" '/^  value: / { if (++n % of == 0) sum += $2 } END { printf "%.0f", sum }' stdout)
	expect_same "$decoded" "$ns"
	expect [ "$(grep -cE '^ *[0-9]+: ' stdout)" = 0 ]
done
expect grep -q '^calls/count statements/count wall/nanoseconds\[dflt\]$' ours.raw
expect grep -q '^samples/count cpu/nanoseconds\[dflt\] off_cpu/nanoseconds wall/nanoseconds$' sampled.raw
expect [ "$(grep -c "\[waiting\]" sampled.raw)" = 0 ]
expect grep -q '^PeriodType: cpu nanoseconds' sampled.raw
expect grep -qE 'main::inner .*/a.pl:6:?.* s=6' stock.raw
expect grep -q 'estimates' ours.raw
expect [ "$(grep -c estimates stock.raw counted.raw)" = "$(printf 'stock.raw:0\ncounted.raw:0')" ]
run 0 go tool pprof -peek 'main::inner$' stock.pb.gz
expect_out main::outer

# Executions are those of lines, in the sub that a line is in.
run 0 $AGENT export -q --format=csv ours.out
expect [ "$(awk '
	/^Locations/ { part = 1 }
	!part && /^ *0 +[0-9]+ +0: [0-9]+ *$/ { cnt[$4] = $2 }
	part && / main::work .*a\.pl:4[: ]/ { sum += cnt[$1 + 0] }
	END { print sum + 0 }' ours.raw)" = "$(grep 'sub work ' stdout | cut -d, -f2)" ]
