# Recordings in short windows.

# Its parts follow each other thousands of times in a window, or in a part of it.
make_program() {
	cat >a.pl <<-'PERL'
		my ($s, $rounds) = (0, shift);
		sub four { $s += shift; return $s }
		sub one { my $t = 0; $t += $_ for 1 .. 3; return $t }
		for my $k (1 .. $rounds) {
		    four($k) for 1 .. 4;
		    one();
		}
		my ($user, $system) = times;
		open my $f, '>>', 'took';
		printf $f "%.6f\n", $user + $system;
	PERL
}

# The errors of a profile, one line each: line NR COUNT TIME, and sub NAME CALLS EXCLUSIVE INCLUSIVE
errors_of() {
	perl -ne 'last if /^z/;
		next unless s/^# agent_estimate_(line|sub)=//;
		my $kind = $1;
		chomp;
		my @f = split /\t/;
		unshift @f, pop @f if $kind eq "sub";
		print "$kind @f\n"' "$1"
}
