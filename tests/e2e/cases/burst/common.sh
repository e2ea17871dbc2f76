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

# The estimates of a profile, one line each: line NR NUMBERS, and sub NAME NUMBERS. These are the total and its
# error of calls, exclusive and inclusive time.
estimates_of() {
	perl -ne 'last if /^z/;
		next unless s/^# agent_estimate_(line|sub)=//;
		my $kind = $1;
		chomp;
		my @f = split /\t/;
		$f[0] = pop @f if $kind eq "sub";
		print "$kind @f\n"' "$1"
}
