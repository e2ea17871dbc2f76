# SPDX-License-Identifier: GPL-2.0-or-later
# shellcheck shell=bash
#
# The functions for cases, and what runs one: bash lib.sh SUITE/NAME, in a directory of the case's own.
# $AGENT is the agent, $TOP the project, $SUITE the folder of the case, $HELPERS that of the C programs.
# tests/README.md has an example.
# Exit status: 0 all that was expected is so, 1 something is not, 77 skipped.  $LOG says why.

set -u
declare +x LOG
SUITE=$TOP/tests/e2e/cases/${1%/*}
HELPERS=$TOP/build/tests/e2e/helpers
expectations=0
at_its_end=
deferred=

# ---- what has failed

# The lines of the case that led here, the innermost first.
where() {
	local i
	for ((i = 1; i < ${#BASH_SOURCE[@]}; i++)); do
		case ${BASH_SOURCE[i]} in
		*/lib.sh) ;;
		*) printf '%s:%s: ' "${BASH_SOURCE[i]#"$TOP"/}" "${BASH_LINENO[i - 1]}" ;;
		esac
	done
}

# A file, as a subshell can fail too.
fail() {
	printf '%s%s\n' "$(where)" "$1" >>"$LOG"
	: >"$LOG.failed"
	return 1
}

skip() {
	[ ! -e "$LOG.failed" ] || exit
	at_its_end=1
	printf '%s\n' "$1" >"$LOG"
	exit 77
}

command_not_found_handle() {
	fail "there is no command $1"
	return 127
}

# At the end of the case, also of one that ends early: defer COMMAND ARGUMENT...
defer() {
	deferred="${*@Q}; $deferred"
}

finish() {
	local status=$?
	eval "$deferred"
	[ "$status" = 77 ] && [ "$at_its_end" ] && exit 77
	[ "$at_its_end" ] || [ -e "$LOG.failed" ] || fail 'it ended before its last line'
	[ "$expectations" != 0 ] || fail 'it asserts nothing'
	[ -e "$LOG.failed" ] && exit 1
	exit 0
}
trap finish EXIT

# ---- what a command has printed: in the files stdout and stderr

# Runs a command that shall end with a status: run STATUS COMMAND ARGUMENT...
# Several commands are a subshell, and expect_status follows: ( ... ) >stdout 2>stderr
run() {
	"${@:2}" >stdout 2>stderr
	expect_status "$1"
}

# All of a file in $text, without a process; nothing if there is no file.
read_text() {
	text=
	[ ! -e "$1" ] || IFS= read -r -d '' text <"$1"
	:
}

# What both files have, as far as somebody wants to read it.
printed() {
	local file text
	for file in stdout stderr; do
		read_text $file
		printf '\n%s: %s' $file "${text:0:4000}"
	done
}

# One of these is the status of the last command.
expect_status() {
	local status=$?
	expectations=$((expectations + 1))
	case " $* " in
	*" $status "*) ;;
	*) fail "the status is $status, not $*$(printed)" ;;
	esac
}

# FILE has TEXT, which may be of several lines.
expect_in() {
	local text
	expectations=$((expectations + 1))
	read_text "$1"
	[[ $text == *"$2"* ]] || fail "no \"$2\" in $1: ${text:0:8000}"
}

expect_not_in() {
	local text
	expectations=$((expectations + 1))
	read_text "$1"
	[[ $text != *"$2"* ]] || fail "\"$2\" is in $1: ${text:0:8000}"
}

expect_out() {
	expect_in stdout "$1"
}

expect_err() {
	expect_in stderr "$1"
}

expect_no_out() {
	expect_not_in stdout "$1"
}

expect_no_err() {
	expect_not_in stderr "$1"
}

# FILE has a text, and another one after it.
expect_in_order() {
	local text
	expectations=$((expectations + 1))
	read_text "$1"
	[[ $text == *"$2"*"$3"* ]] || fail "no \"$2\" before \"$3\" in $1: ${text:0:8000}"
}

# All of stdout is these lines: one argument is one line; none: it is empty.
expect_lines() {
	local text lines=
	expectations=$((expectations + 1))
	[ $# = 0 ] || printf -v lines '%s\n' "$@"
	read_text stdout
	[ "$text" = "$lines" ] || fail "stdout is not: $lines$(printed)"
}

# stderr is one line of the agent's, which has TEXT.
expect_one_line() {
	local text
	read_text stderr
	expectations=$((expectations + 1))
	[[ $text == "nytprof-bpf: "* && ${text%$'\n'} != *$'\n'* && $text == *$'\n' ]] ||
		fail "not one line: $text"
	expect_err "$1"
}

# A recording that is refused, with one line that has TEXT, before its command runs: refused STATUS TEXT OPTION...
refused() {
	run "$1" $AGENT "${@:3}" -- touch ran
	expect_one_line "$2"
	expect [ ! -e ran ]
}

# ---- anything else

# The command succeeds: expect [ -e FILE ]
expect() {
	expectations=$((expectations + 1))
	"$@" || fail "not so: $*$(printed)"
}

# An expression of awk's is true: expect_that "$seconds < 1.5"
expect_that() {
	expectations=$((expectations + 1))
	awk "BEGIN { exit !($1) }" || fail "not so: $1$(printed)"
}

# The Nth number (the first) after a text in stdout; -1: there is no such text.
number_after() {
	TEXT=$1 awk -v "n=${2:-1}" '
		BEGIN { RS = "\001" }
		NR == 1 {
			at = index($0, ENVIRON["TEXT"])
			if (!at) { print -1; exit }
			split(substr($0, at + length(ENVIRON["TEXT"]), 200), number, " ")
			print number[n] + 0
		}' stdout
}

# ---- profiles

# What a profile says, by the stock reader: one line each,
#     line FILE:LINE COUNT SECONDS
#     call FILE:LINE CALLER CALLEE COUNT SECONDS
#     sub NAME CALLS INCL EXCL
#     attr KEY VALUE
#     src FILE:LINE TEXT
profile() {
	perl "$TOP/tests/e2e/profile.pl" "$1"
}

# The waits of a profile, one line each: LINE|REASON|SUB|OBJECT|COUNT|NS
waits_of() {
	perl -ne 'last if /^z/;
		next unless s/^# agent_wait=//;
		chomp;
		my ($line, $cnt, $ns, $max, $reason, $sub, $object) = split /\t/, $_, -1;
		print "$line|$reason|$sub|$object|$cnt|$ns\n"' "$1"
}

# The same in stdout.  The reader must have nothing to complain of.
read_profile() {
	local text
	expectations=$((expectations + 1))
	profile "$1" >stdout 2>stderr || { fail "$1 is no profile$(printed)"; exit; }
	read_text stderr
	[ "$text" = "" ] || { fail "the stock reader says of $1: $text"; exit; }
}

# A line whose place ends so ran COUNT times, in what read_profile() read: expect_line /a.pl:3 1
expect_line() {
	local found text
	found=$(PLACE=$1 awk '
		BEGIN { place = ENVIRON["PLACE"]; size = length(place) }
		/^line / {
			at = match(substr($0, 6), /[ \n]/) + 5; have = substr($0, 1, at - 1)
			if (length(have) > size && substr(have, length(have) - size + 1) == place) {
				split(substr($0, at), number, " ")
				if (number[1] != 0) { print number[1]; exit }
			}
		}' stdout)
	expectations=$((expectations + 1))
	read_text stdout
	[ "${found:-0}" = "$2" ] || fail "$1 ran ${found:-0} times, not $2, in: ${text:0:8000}"
}

# The agent names what it has not recorded, and nothing but what these patterns mean.
expect_losses_are_only() {
	local pattern meant=('not recorded: nothing \(0\)$')
	for pattern; do meant+=("not recorded: $pattern"); done
	expect grep -q 'not recorded: ' stderr
	expect [ -z "$(grep 'not recorded: ' stderr | grep -Ev "${meant[@]/#/-e}")" ]
}

# With --all: what the first perl that is met has run before it was probed, and perls of others, of which
# nobody knows whether the filters would have meant them.
MET_LATE=('.*the filters were checked' '.*earlier work of 1 process ')

# At a tick, the kernel may be at work on the very page that would tell.  Then this sample is lost, and counted.
UNREAD='[1-5] samples that could not'

# The number of those in what an agent has printed: unread_samples FILE
unread_samples() {
	local found
	found=$(sed -n 's/.*not recorded: \([0-9]*\) samples that could not.*/\1/p' "$1")
	echo "${found:-0}"
}

expect_nothing_lost() {
	expect_losses_are_only "${MET_LATE[@]}"
}

# With these arguments of the agent.
expect_hardly_lost() {
	case " $* " in
	*' --mode=sample '*) expect_losses_are_only "$UNREAD" ;;
	*) expect_err 'not recorded: nothing (0)' ;;
	esac
}

# ---- processes

# Waits until the command succeeds: await [ -e FILE ]
# Between its runs bash waits itself, for a pipe in which nothing comes: to start a program takes long where many
# cases wait.
await() {
	local limit=$((SECONDS + 100)) nothing=$LOG.nothing
	[ -p "$nothing" ] || mkfifo "$nothing"
	until "$@"; do
		[ $SECONDS -lt $limit ] || { fail "waited in vain for: $*$(printed)"; exit; }
		read -rt 0.05 <>"$nothing"
	done
}

# A file has such a name: await any 'out/*.nytprof'
any() {
	compgen -G "$1" >/dev/null
}

says_that_it_records() {
	local line
	[ -r "$1" ] || return
	while IFS= read -r line; do
		[[ $line != 'nytprof-bpf: recording'* ]] || return 0
	done <"$1"
	return 1
}

# Waits until an agent says in stderr, or in FILE, that it records.
recording() {
	await says_that_it_records "${1:-stderr}"
}

# The agent $A records the process PID, with so many statements, or one: await records PID [NUMBER]
records() {
	local statements
	statements=$($AGENT ctl status $A 2>/dev/null | sed -n "s/^$1 .*: on, .* \([0-9]*\) statements.*/\1/p")
	[ "${statements:-0}" -ge "${2:-1}" ]
}

# Traces with --all and more options into the directory out, until end_all; the agent is $A, and what it
# says is in the file "said".
record_all() {
	: >said
	$AGENT --all --mode=trace --output-dir=$PWD/out --interval=1 "$@" >/dev/null 2>>said & A=$!
	recording said
}

end_all() {
	kill -INT $A
	wait $A
	expect_status 0
}

# What the profiles of a process in out say.
profiles_of() {
	local file
	for file in out/*."$1".*; do profile "$file"; done
}

stop() {
	kill -KILL "$1"
	wait "$1" 2>/dev/null
}

# The map of that name of the agent $A; its file descriptors tell which.
map_of() {
	local id
	for id in $(cat /proc/$A/fdinfo/* 2>/dev/null | awk '$1 == "map_id:" { print $2 }'); do
		"$BPFTOOL" map show id "$id" | grep -q " name $1 " && echo "$id" && return
	done
}

# Makes ./mapper.so: preloaded, it maps the files $MAPPED, with a space between two, as code.
make_mapper() {
	cat >mapper.c <<'C'
#define _GNU_SOURCE
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

__attribute__((constructor)) static void map_all(void)
{
	char *files = strdup(getenv("MAPPED") ?: ""), *file;
	int fd;

	while ((file = strsep(&files, " "))) {
		fd = open(file, O_RDONLY | O_CLOEXEC);
		if (fd >= 0)
			mmap(NULL, 4096, PROT_READ | PROT_EXEC, MAP_PRIVATE, fd, 0);
		close(fd);
	}
}
C
	expect cc -shared -fPIC -O1 -o mapper.so mapper.c || exit
}

BPFTOOL=$(command -v bpftool || echo /usr/sbin/bpftool)

# ---- the case

for script in "$SUITE/common.sh" "$TOP/tests/e2e/cases/$1.sh"; do
	[ -e "$script" ] || continue
	bash -n "$script" || { fail "$script can't be read"; exit; }
	# shellcheck disable=SC1090 # that is the point
	. "$script"
done
at_its_end=1
