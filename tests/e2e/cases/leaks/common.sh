# --event=malloc and report --leaks: what was allocated and is still there, by line and stack

# The rows of a profile, one line each: LINE|WHERE|STACK|COUNT|ERRORS|BYTES|NS|EVENT|DETAIL|SUB|FILE
events_of() {
	perl -ne 'last if /^z/;
		$file = $1 if m{^# agent_event_file=(?:.*/)?(.*)};
		if (s/^# agent_event_stack=//) {
			chomp;
			my ($nr, $up, $sub) = split /\t/;
			$stack{$nr} = $up ? "$stack{$up};$sub" : $sub;
		}
		next unless s/^# agent_event=//;
		chomp;
		my @f = split /\t/, $_, -1;
		$f[2] = $stack{$f[2]} // "";
		print join("|", @f, $file), "\n"' "$1"
}

# The sum of a field in the file "events": total FIELD EXPRESSION, which is awk's, and knows $1 to $11.
total() {
	awk -F'|' "$2 { n += \$$1 } END { printf \"%d\", n }" events
}

# Bytes that are there, and in how many allocations: live EXPRESSION, lives EXPRESSION.
live() {
	total 6 "\$8 == \"malloc-live\" && $1"
}
lives() {
	total 4 "\$8 == \"malloc-live\" && $1"
}
