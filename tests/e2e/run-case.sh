#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
#
# Runs one end-to-end case: tests/e2e/run-case.sh input/usage
set -e
cd "$(dirname "$0")/../.."
suite=${1%/*}
make -s all "build/tests/e2e/test_$suite"
CASE=${1#*/} exec "build/tests/e2e/test_$suite" --verbose=1
