#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
#
# Runs test programs, and the comparisons --oracle, --observer, --differences, --versions, the checks
# of pages --accuracy-page, --performance-page and --compatibility-page, and those of what is shipped, --packaging, --container and
# --reproducible; ends with one line that has the counts of all.
# Exit status 0 only if nothing failed, and nothing was skipped where it can run (CI=true).

passed=0 failed=0 skipped=0
log=$(mktemp)
failures=$(mktemp) # what a reader of the last lines alone needs
trap 'rm -f "$log" "$failures"' EXIT

count() {
	passed=$((passed + $1)) failed=$((failed + $2)) skipped=$((skipped + $3))
}

# A Criterion program: its last line has the counts; one that has none has crashed as a whole.
run_criterion() {
	printf '== %s\n' "${1##*/}"
	"$1" --color=never >"$log" 2>&1
	status=$?
	cat "$log"
	grep -e '^\[----\]' -e '^\[FAIL\]' "$log" | sed "s|^|${1##*/}: |" >>"$failures"
	skips=$(grep -c '^\[SKIP\]' "$log")
	synthesis=$(sed -n 's/.*Passing: *\([0-9]*\) | Failing: *\([0-9]*\).*/\1 \2/p' "$log")
	if [ -z "$synthesis" ]; then
		count 0 1 0
		echo "$1: no result (exit status $status)" | tee -a "$failures"
		return
	fi
	# shellcheck disable=SC2086 # two words
	set -- $synthesis
	count $(($1 - skips)) "$2" "$skips"
	[ "$status" = 0 ] || [ "$2" != 0 ] || count 0 1 0
}

# A comparison: its last line has the counts, and what is indented belongs to the line above.
run_comparison() {
	echo "== $1"
	shift
	perl "$@" >"$log" 2>&1
	cat "$log"
	grep -B 1 "^    " "$log" >>"$failures"
	last=$(tail -n 1 "$log")
	case $last in
	*' passed, '*' failed') count "${last%% *}" "$(expr "$last" : '.*passed, \([0-9]*\)')" 0 ;;
	*) count 0 1 0 ;;
	esac
}

for test; do
	case $test in
	--oracle)
		run_comparison 'oracle: the same programs under Devel::NYTProf and under nytprof-bpf' \
			tests/oracle/oracle.pl --all
		;;
	--observer)
		run_comparison 'observer: the same programs bare and under nytprof-bpf' \
			tests/observer/observer.pl
		;;
	--differences)
		run_comparison 'differences: what docs/differences.md says, under both' \
			tests/differences/differences
		;;
	--versions)
		run_comparison 'versions: the perls of all Debian releases under the oracle' \
			tests/versions/versions.pl
		;;
	--compatibility-page)
		run_comparison 'docs/compatibility.md has the results of the last make kernel-matrix' \
			tests/versions/versions.pl --check
		;;
	--performance-page)
		run_comparison 'docs/performance.md has all rows of all programs' \
			tests/bench/bench.pl --check docs/performance.md
		;;
	--accuracy-page)
		run_comparison 'docs/accuracy.md has all rows of all programs' \
			tests/accuracy/accuracy.pl --check docs/accuracy.md
		;;
	--packaging)
		run_comparison 'packaging: options, man page, completions, versions, make install' \
			tests/packaging/packaging.pl
		;;
	--container)
		run_comparison 'container: the manifests, the Containerfile, the capabilities' \
			tests/packaging/container.pl
		;;
	--reproducible)
		run_comparison 'the same source makes the same agent' \
			tests/packaging/packaging.pl --reproducible
		;;
	*) run_criterion "$test" ;;
	esac
done
cat "$failures"
printf '%d passed, %d failed, %d skipped\n' "$passed" "$failed" "$skipped"
[ "$failed" = 0 ] && { [ "${CI:-}" != true ] || [ "$skipped" = 0 ]; }
