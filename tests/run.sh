#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
#
# Runs test programs, and ends with one line that has the counts of all:
#
#   --oracle --observer --differences --versions --server      comparisons
#   --accuracy-page --sampling-page --burst-page --performance-page --compatibility-page    checks of pages
#   --packaging --container --kubernetes --monitoring --reproducible    checks of what is shipped
#   --layers                                                   which file calls which
#   --fuzz --fuzz-corpus                                       libFuzzer's targets
#
# The exit status is 0 only if nothing failed.  With CI=true a skip also counts as a failure if the
# test could run.  A test that passes prints one line.  V=1 shows everything that the tests print.
#
# With CI=true a failed test with real processes runs a second time, because other work on the
# machine can disturb it.  If it passes then, it counts as passed.  The last lines name it as flaky:
# fix it.
#
# Two test programs run at a time, or TEST_JOBS: one computes while another one waits for what is to
# happen.  What is behind --alone has the machine to itself, as has the second run of a test.  Each
# prints when it has ended.

# The name of its files; two programs in different folders may have the same.
part_of() {
	echo "$1" | tr / _
}

# ------------------------------------------------------------------------- all of them

if [ "${1:-}" != --part ]; then
	parts=$(mktemp -d)
	trap 'rm -rf "$parts"' EXIT
	mkdir "$parts/counts" "$parts/failures" "$parts/flaky" "$parts/failed"
	list=$parts/together
	touch "$list" "$parts/alone"
	for test; do
		if [ "$test" = --alone ]; then list=$parts/alone; else echo "$test" >>"$list"; fi
	done
	xargs -r -P "${TEST_JOBS:-2}" -n 1 "$0" --part "$parts" <"$parts/together"
	xargs -r -n 1 "$0" --part "$parts" <"$parts/alone"
	for test in $(cat "$parts/together" "$parts/alone"); do
		part=$(part_of "$test")
		[ -s "$parts/counts/$part" ] || {
			echo 0 1 0 >"$parts/counts/$part"
			echo "$test: no result" >"$parts/failures/$part"
		}
	done
	cat "$parts"/failures/* 2>/dev/null
	cat "$parts"/flaky/* 2>/dev/null | sed 's/^/flaky, passed when it ran again: /; s/\t/\n\t/'
	cat "$parts"/failed/* 2>/dev/null | sed 's/^/failed: /'
	cat "$parts"/counts/* 2>/dev/null | awk '{ passed += $1; failed += $2; skipped += $3 }
		END {
			printf "%d passed, %d failed, %d skipped\n", passed, failed, skipped
			exit failed || ENVIRON["CI"] == "true" && skipped
		}'
	exit
fi

# ------------------------------------------------------------------------- one of them

parts=$2 test=$3
part=$(part_of "$test")
failures=$parts/failures/$part # what a reader of the last lines alone needs
flaky=$parts/flaky/$part       # names, and what failed first
failed=$parts/failed/$part     # names
log=$(mktemp)
said=$(mktemp)
again=$(mktemp) # what the second run of a test prints
trap 'rm -f "$log" "$said" "$again"' EXIT
exec 9>"$parts/machine" # locked by all that run, or by the one that runs again; not for what they start

# $1: what ran, $2 $3 $4: its counts; it took the seconds since $started.  What it printed is in the log.
report() {
	printf '== %s: %d passed, %d failed, %d skipped, %d s\n' "$@" $(($(date +%s) - started))
	shift
	[ "${V:-}" != 1 ] && [ "$2" = 0 ] && [ "$3" = 0 ] || grep -v '^\[RUN \]' "$log"
	[ "$2" = 0 ] || name_failed
	echo "$@" >"$parts/counts/$part"
}

# What the log says of each failed test has its name first.
name_failed() {
	case $test in
	--*) grep -B 1 '^    ' "$log" | grep -v -e '^    ' -e '^--' ;;
	*/e2e/*) sed -n 's/^\[----\] *case \([a-z_0-9]*\/[A-Za-z_0-9]*\)[: ].*/\1/p' "$log" ;;
	*) sed -n 's/^\[FAIL\] *\([^ ]*\):.*/\1/p' "$log" ;;
	esac | sort -u | while read -r failed_test; do
		cut -f 1 "$flaky" 2>/dev/null | grep -qxF "$name: ${failed_test#*/}" || echo "$name: $failed_test"
	done >>"$failed"
}

# A test that has passed may still have leaked, or end badly: Criterion takes its word for it.
sanitizers='ERROR: [A-Za-z]*Sanitizer|runtime error:'

# What the log says first of a failed case, behind a tab.
first_reason() {
	sed -n "s|^\[----\] *\(tests/e2e/cases/[a-z_0-9]*/$1\.sh:.*\)|\t\1|p" "$log" | head -n 1
}

# One test once more: its name, and the command.
run_again() {
	failed_test=$1
	shift
	"$@" --color=never >"$again" 2>&1 9>&- && grep -q 'Passing: 1 | Failing: 0' "$again" || return
	good=$((good + 1)) bad=$((bad - 1))
	echo "$name: $failed_test$(first_reason "$failed_test")" >>"$flaky"
}

# The failed cases of a suite, each once more; $good and $bad change.
retry_cases() {
	case ${CI:-}:$1 in true:*/e2e/*) flock 9 ;; *) return ;; esac
	for failed_test in $(sed -n 's/^\[----\] *case [a-z_0-9]*\/\([A-Za-z_0-9]*\)[: ].*/\1/p' "$log"); do
		run_again "$failed_test" env CASE="$failed_test" "$1"
	done
}

# The same of a comparison, whose programs are named as arguments; without a name all of it runs again.
retry_comparison() {
	[ "${CI:-}" = true ] && [ "$bad" -gt 0 ] && [ "$bad" -le 5 ] || return
	case $1 in
	*/oracle.pl | */observer.pl)
		names=$(grep -B 1 '^    ' "$log" | grep -v -e '^    ' -e '^--' | awk '{ print $1 }' | sort -u)
		[ -n "$names" ] || return
		;;
	*/server.pl) names= ;;
	*) return ;;
	esac
	flock 9
	# shellcheck disable=SC2086 # words
	perl "$@" $names >"$again" 2>&1 9>&- || return
	echo "$name: ${names:-all of it}" | tr '\n' ' ' >>"$flaky"
	echo >>"$flaky"
	good=$((good + bad)) bad=0 status=0
}

# A Criterion program: its last line has the counts; one that has none has crashed as a whole.
run_criterion() {
	name=${1##*/}
	# What runs in the kernel allocates nothing, and its maps take long to search for leaks.
	case $1 in */tests/bpf/*) leaks=0 ;; *) leaks=1 ;; esac
	# Without --verbose a skip is not said.
	ASAN_OPTIONS=detect_leaks=$leaks "$1" --color=never --verbose=1 >"$log" 2>&1 9>&-
	status=$?
	grep -e '^\[----\]' -e '^\[FAIL\]' "$log" | grep -v '^\[----\] Criterion v' | sed "s|^|$name: |" >>"$failures"
	skips=$(grep -c '^\[SKIP\]' "$log")
	synthesis=$(sed -n 's/.*Passing: *\([0-9]*\) | Failing: *\([0-9]*\).*/\1 \2/p' "$log")
	if [ -z "$synthesis" ]; then
		report "$name" 0 1 0
		echo "$1: no result (exit status $status)" >>"$failures"
		return
	fi
	good=${synthesis% *} bad=${synthesis#* }
	if [ "$bad" != 0 ]; then
		retry_cases "$1"
	elif [ "$status" != 0 ]; then
		bad=1
		echo "$1: exit status $status, and no test failed" >>"$failures"
	fi
	if grep -qE "$sanitizers" "$log" && [ "$bad" = 0 ]; then
		bad=1
		grep -E -m 3 "$sanitizers" "$log" | sed "s|^|$name: |" >>"$failures"
	fi
	report "$name" "$good" "$bad" "$skips"
}

# A comparison: its last line has the counts, and what is indented belongs to the line above.
run_comparison() {
	name=$1
	shift
	perl "$@" >"$log" 2>&1 9>&-
	status=$?
	grep -B 1 "^    " "$log" | sed "s|^|$1: |" >>"$failures"
	last=$(tail -n 1 "$log")
	case $last in
	*' passed, '*' failed') good=${last%% *} bad=$(expr "$last" : '.*passed, \([0-9]*\)') ;;
	*) good=0 bad=1 ;;
	esac
	retry_comparison "$@"
	if [ "$status" != 0 ] && { [ "$bad" = 0 ] || [ "$good" = 0 ]; }; then
		[ "$bad" != 0 ] || bad=1
		echo "$1: exit status $status: $last" >>"$failures"
	fi
	report "$name" "$good" "$bad" 0
}

run_test() {
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
	--sampling-page)
		run_comparison 'docs/sampling-accuracy.md has all parts of all programs' \
			tests/accuracy/shares.pl --check docs/sampling-accuracy.md
		;;
	--burst-page)
		run_comparison 'docs/burst-accuracy.md has a row of each program' \
			tests/accuracy/bursts.pl --check docs/burst-accuracy.md
		;;
	--accuracy-page)
		run_comparison 'docs/accuracy.md has all rows of all programs' \
			tests/accuracy/accuracy.pl --check docs/accuracy.md
		;;
	--server)
		run_comparison 'a server under load, while the agent comes and goes' \
			tests/soak/server.pl --requests 600 --rounds 1
		;;
	--fuzz)
		run_comparison 'fuzzing: what reads profiles for 20 seconds, the rest for 6' \
			tests/fuzz/fuzz.pl --afresh --seconds 6 --profiles 20
		;;
	--fuzz-corpus)
		run_comparison 'fuzzing: the inputs that are kept' tests/fuzz/fuzz.pl --corpus
		;;
	--packaging)
		run_comparison 'packaging: options, man page, completions, versions, make install' \
			tests/packaging/packaging.pl
		;;
	--layers)
		run_comparison 'layers: no file calls one that calls it, folders use what they may' \
			tests/layers.pl
		;;
	--container)
		run_comparison 'container: the Containerfile, the capabilities' tests/packaging/container.pl
		;;
	--kubernetes)
		run_comparison 'kubernetes: the manifests, by kubectl and by the API' \
			tests/packaging/kubernetes.pl
		;;
	--monitoring)
		run_comparison 'monitoring: the alerts and the dashboard, by a Prometheus' \
			tests/packaging/monitoring.pl
		;;
	--reproducible)
		run_comparison 'the same source makes the same agent' \
			tests/packaging/packaging.pl --reproducible
		;;
	*) run_criterion "$test" ;;
	esac
}

flock -s 9
started=$(date +%s)
run_test >"$said"
flock "$parts" cat "$said" # not in the middle of what another one prints
