#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-or-later
#
# Runs a command, and writes its times to $BENCH_OUT, with those of its parent.  The parent is the
# agent, if there is one:
#
#   inside.sh COMMAND...

parent() {
	cat "/proc/$PPID/stat" >"$BENCH_OUT/stat.$1"
	cat "/proc/$PPID/status" >"$BENCH_OUT/status.$1"
}

parent before
TIMEFORMAT='%3R %3U %3S'
{ time "$@" >"$BENCH_OUT/stdout" 2>"$BENCH_OUT/stderr" </dev/null; } 2>"$BENCH_OUT/time"
echo $? >"$BENCH_OUT/status"
echo "$EPOCHREALTIME" >"$BENCH_OUT/end"
parent after
if [ -n "${BENCH_STATS:-}" ]; then
	cat "/proc/$PPID"/fdinfo/* >"$BENCH_OUT/fdinfo" 2>/dev/null
	bpftool -j prog show >"$BENCH_OUT/progs"
fi
exit 0
