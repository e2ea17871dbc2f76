# A process whose allocator's file nobody can open for now: the others get their probes meanwhile.

expect cc -shared -fPIC -O1 -o counted_malloc.so "$TOP/tests/e2e/counted_malloc.c" -ldl || exit
make_mapper
mkdir mnt
"$HELPERS/slow_fs" mnt 1 >asked & fs=$! # who maps the file may open it
await [ -e mnt/page-malloc.so ]

cat >a.pl <<'PERL'
use strict;
sub await { select undef, undef, undef, 0.02 until -e $_[0] }
sub start {
	my ($env, $value, @command) = @_;
	my $pid = fork // die;
	return $pid if $pid;
	delete $ENV{LD_PRELOAD};
	@ENV{@$env} = @$value;
	exec @command or die;
}
my $slow = start(["MAPPED", "LD_PRELOAD"], ["mnt/page-malloc.so", "$ENV{PWD}/mapper.so"],
	"perl", "-e", 'select undef, undef, undef, 0.02 until -e "end"');
await("waits");
my $other = start(["LD_PRELOAD"], ["$ENV{PWD}/counted_malloc.so"], "perl", "b.pl");
print "$slow\n";
waitpid $_, 0 for $slow, $other;
PERL
cat >b.pl <<'PERL'
use strict;
our @kept;
sub keep { push @kept, "k" x 1000 for 1 .. 300 }
select undef, undef, undef, 0.02 until -e 'probed';
keep();
PERL

LD_PRELOAD= $AGENT -v --event=malloc -o a.out -- perl a.pl >stdout 2>stderr & A=$!
await grep -q waits asked
touch waits
await grep -q 'counted_malloc.so has malloc()' stderr
# Of the other one nothing is known yet.
expect_no_err 'page-malloc.so'
touch probed
stop $fs
umount -l mnt
await grep -q 'page-malloc.so' stderr
touch end
wait $A
expect_status 0
expect_err 'what it allocates with that is not counted'
slow=$(<stdout)
expect_err "process $slow: can't read "
for file in a.out*; do
	events_of "$file"
done >events
kept=$(live '$3 ~ /main::keep$/')
expect_that "$kept >= 300 * 1000 && $kept < 300 * 1300"
