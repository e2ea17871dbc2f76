#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-or-later
#
# Runs a command RATE times a second, one after the other, until it is told to end.  Then prints how
# many times it ran:
#
#   come_and_go.sh RATE COMMAND...

rate=$1
shift
cnt=0 on=1
trap 'on=' TERM
exec {nothing}<> <(:)
begin=${EPOCHREALTIME/./}
while [ "$on" ]; do
	"$@" >/dev/null 2>&1
	cnt=$((cnt + 1))
	left=$((begin + cnt * 1000000 / rate - ${EPOCHREALTIME/./}))
	[ $left -le 0 ] || read -r -t "$(printf '0.%06d' $left)" -u $nothing
done
echo "$cnt $((${EPOCHREALTIME/./} - begin))"
