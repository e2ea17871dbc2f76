# A program that controls its recording, and nytprof-bpf ctl.

MODULE=-I$TOP/packaging/perl # NYTProf::BPF

# a.pl under NYTProf and under us, with such options, counts the same, but for lines like the second argument.
expect_same() {
	local by
	NYTPROF=slowops=0:$1:file=theirs.out perl -d:NYTProf $MODULE a.pl >/dev/null
	NYTPROF=slowops=0:$1:file=ours.out $AGENT -q -- perl $MODULE a.pl >/dev/null
	expect_status 0
	for by in theirs ours; do
		profile $by.out | grep -E '^(line|call) .*a.pl' | grep -vE "${2:-^$}" |
			sed -E 's/ -?[0-9.]+(e-?[0-9]+)?$//' | grep -v '^line .* 0$' | sort >$by.txt
	done
	expect diff theirs.txt ours.txt || exit
	expect [ "$(wc -l <ours.txt)" -ge 3 ]
}

# $server is its pid.
start_server() {
	cp "$SUITE/../pairs/server.pl" .
	perl server.pl & server=$!
	await [ -e up ]
}
