# What has changed between profiles of a program whose changes are known.

# As work.pl, but one sub does three times as much, and all lines are three lines further down.
make_tripled() {
	cp "$SUITE/work.pl" a.pl
	perl -pe 'print "# one\n# two\n\n" if $. == 1; s/\bheavy\(10\)/heavy(30)/' a.pl >b.pl
}

record() {
	run 0 $AGENT -q --clock=cpu -o "$2" -- perl "$1" || exit
}

# The JSON of a diff: its rows, as lines of KIND NAME OLD-LINE LINE OLD-COUNT NEW-COUNT NOISE RATIO; "-" for what is not there.
rows() {
	perl -MJSON::PP -e '
		my $d = decode_json(do { local $/; <STDIN> });
		for my $kind (qw(subs lines)) {
			printf "%s %s %s %s %s %s %d %.3f\n", $kind, $_->{name} =~ s{.*/}{}r, $_->{old_line} // "-", $_->{line} // "-",
				$_->{in_old} ? $_->{old_count} : "-", $_->{in_new} ? $_->{new_count} : "-", $_->{noise}, $_->{new_ns} / ($_->{old_ns} || 1)
				for @{ $d->{$kind} };
		}' <stdout >rows
}

# A row begins so: row "subs Work::heavy - - 200 200"
row() {
	expect grep -q "^$1 " rows
}
