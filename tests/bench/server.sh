#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-or-later
#
# Starts app.pl, puts it under load, and ends it.  $BENCH_OUT/ab gets the output of ab:
#
#   server.sh PERL...
#
# Debian: apache2-utils, libmojolicious-perl.

set -eu
port=$((20000 + RANDOM % 10000))
"$@" "${0%/*}/app.pl" daemon -m production -l "http://127.0.0.1:$port" &
server=$!
until (exec 3<>"/dev/tcp/127.0.0.1/$port") 2>/dev/null; do
	kill -0 "$server"
	sleep 0.05
done
ab -q -n 20 "http://127.0.0.1:$port/books" >/dev/null
ab -q -n 400 -c 2 "http://127.0.0.1:$port/books?below=15" >"$BENCH_OUT/ab"
kill "$server"
wait "$server" || :
