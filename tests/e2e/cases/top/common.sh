# SPDX-License-Identifier: GPL-2.0-or-later
# shellcheck shell=bash
# nytprof-bpf top

# A busy process: $busy is its pid.  Most of its time is in main::hot, in line 2, the rest in main::warm.
start_busy() {
	cat >busy.pl <<'PERL'
sub hot {
	my $x = 0; $x += $_ * 3 for 1 .. 60_000; return $x;
}
sub warm { my $x = 0; $x += $_ for 1 .. 10_000; return $x }
sub serve { hot(); warm() }
open my $up, '>', "up.$$"; close $up;
serve() while !-e 'end';
PERL
	perl busy.pl & busy=$!
	await [ -e "up.$busy" ]
}

# The columns of the Nth row of the last table in stdout: one a line.
row() {
	awk -v "n=$1" '/^ *(%[a-zA-Z]+|pid|PID) / { at = NR } { line[NR] = $0 }
		END { cnt = split(line[at + n], word, " "); for (i = 1; i <= cnt; i++) print word[i] }' stdout
}

# The sum of a column of figures in the last table, which is N characters wide, and at the begin of the rows.
sum_of_first() {
	awk -v "n=$1" '/^ *(%[a-zA-Z]+|pid|PID) / { sum = 0; next } { sum += substr($0, 1, n) } END { print sum }' stdout
}

# column TITLE FILE NAME: what the column has, in all tables, in the rows that end with the name.
column() {
	perl -ne 'BEGIN { ($title, $name) = splice @ARGV, 0, 2 }
		($at, $width) = ($+[0], length $&) if /^ *%.* sub$/ && /\s+\Q$title\E(?= )/i;
		print substr($_, $at - $width, $width), "\n" if $at && / \Q$name\E$/' "$1" "$3" "$2"
}

# A terminal of WIDTH and HEIGHT in which a command runs: screen WIDTH HEIGHT COMMAND...
screen() {
	TERM=xterm-256color tmux -S "$PWD/tmux" -f /dev/null new-session -d -x "$1" -y "$2" \
		"LC_ALL=C.UTF-8 TERM=screen-256color ${*:3}; echo status \$? >status; cat" || fail 'no tmux'
	defer tmux -S "$PWD/tmux" kill-server
}

keys() {
	tmux -S "$PWD/tmux" send-keys "$@"
}

# What is on the terminal, into stdout.
look() {
	tmux -S "$PWD/tmux" capture-pane -p >stdout
}

sees() {
	look
	grep -q -e "$1" stdout
}

# Waits until a line on the terminal matches.
until_seen() {
	await sees "$1"
	expectations=$((expectations + 1))
}

sees_not() {
	look
	! grep -q -e "$1" stdout
}

until_gone() {
	await sees_not "$1"
	expectations=$((expectations + 1))
}
