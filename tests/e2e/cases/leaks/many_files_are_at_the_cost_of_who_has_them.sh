# A process that has mapped more files than are looked at takes none away from others.

expect cc -shared -fPIC -O1 -o counted_malloc.so "$TOP/tests/e2e/counted_malloc.c" -ldl || exit
make_mapper
mkdir many
for i in $(seq 100); do
	echo $i >many/malloc-$i.so
done

cat >a.pl <<'PERL'
use strict;
our @kept;
sub keep { push @kept, "k" x 1000 for 1 .. 300 }
$ENV{LD_PRELOAD} = "$ENV{PWD}/mapper.so";
$ENV{MAPPED} = join " ", glob "many/*";
my $other = fork // die;
exec "perl", "-e", 'our @kept = map { "m" x 1000 } 1 .. 300; select undef, undef, undef, 0.02 until -e "end"' if !$other;
print "$other\n";
select undef, undef, undef, 0.02 until -e "over";
$ENV{LD_PRELOAD} = "$ENV{PWD}/counted_malloc.so";
exec "perl", "b.pl";
PERL
cat >b.pl <<'PERL'
use strict;
our @kept;
sub keep { push @kept, "k" x 1000 for 1 .. 300 }
select undef, undef, undef, 0.02 until -e "probed";
keep();
open my $end, ">", "end" or die;
wait;
PERL
LD_PRELOAD= $AGENT -v --event=malloc -o a.out -- perl a.pl >stdout 2>stderr & A=$!
await grep -q 'has mapped more than' stderr
touch over
await grep -q 'counted_malloc.so has malloc()' stderr
touch probed
wait $A
expect_status 0
expect_err "process $(<stdout) has mapped more than 16 files that may be allocators, by their names: "
expect [ "$(grep -c 'has mapped more than' stderr)" = 1 ]
expect_no_err 'no library with malloc'
for file in a.out*; do
	events_of "$file"
done >events
kept=$(live '$3 ~ /main::keep$/')
expect_that "$kept >= 300 * 1000 && $kept < 300 * 1300"
