# Waiting: --off-cpu

# The seconds of the waits in the file "waits" that match: waited REASON SUB OBJECT, which are
# patterns of awk for all of it.
waited() {
	awk -F'|' -v reason="^($1)\$" -v sub_="^($2)\$" -v object="^($3)\$" '
		$2 ~ reason && $3 ~ sub_ && $4 ~ object { ns += $6 }
		END { printf "%.6f", ns / 1e9 }' waits
}

# What the program has measured itself: "NAME SECONDS" on its stdout.
measured() {
	awk -v name="$1" '$1 == name { print $2 }' measured
}

# Two times are the same: within 2 % and the 50 ms that a busy machine may put around it.
expect_same() {
	expect_that "$1 > 0 && ($1 - $2) ^ 2 <= (0.02 * $2 + 0.05) ^ 2"
}
