# Two runs give the same, file for file, in all that does not depend on time.

cat >a.pl <<'PERL'
use strict;
use POSIX ();
use Data::Dumper;
my $n = 0;
sub work { my $x = shift; return $x * 2 }
for my $i (1 .. 1000) {
    $n += work($i);
}
eval "\$n++ for 1 .. $_" for 1 .. 12;
print Dumper([POSIX::floor(1.5)]);
PERL

# What a profile says but for times.
counts_of() {
	profile "$1" | sed -E '/^(line|call)/s/ [^ ]+$//; /^sub/s/ [^ ]+ [^ ]+ lines/ lines/' | grep -v '^attr'
}

for i in 1 2; do
	PERL_HASH_SEED=0 $AGENT -q -o $i.out -- perl a.pl >/dev/null
	counts_of $i.out >$i.txt
done
expect diff 1.txt 2.txt || exit
expect [ "$(wc -l <1.txt)" -gt 300 ]
