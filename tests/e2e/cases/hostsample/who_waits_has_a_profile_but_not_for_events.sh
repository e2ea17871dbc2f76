# A process without a sample has a profile of an interval if it waited for something. One that waits for events, as
# an idle server does, or that waits for next to nothing, has none.

cat >waits.pl <<'PERL'
use IO::Select;
my ($how) = @ARGV;
pipe my $never, my $other;
my $ears = IO::Select->new($never);
sub query { sysread $never, my $x, 1 }
sub serve { $ears->can_read }
$SIG{TERM} = sub { exit };
open my $up, '>', "up.$how" or die;
close $up;
$how eq 'query' ? query() : serve();
PERL
sample_all --interval=1 --match=$PWD/waits.pl
for how in query serve; do
	perl "$PWD/waits.pl" $how & eval "$how=\$!"
	await [ -e up.$how ]
done
files_of() {
	compgen -G "out/*.$1.*.nytprof" | wc -l
}
has_files() {
	[ "$(files_of $query)" -ge "$1" ]
}
await has_files 3
served=$(files_of $serve) # what it ran at its start
expect_that "$served <= 1"
await has_files 6
expect [ "$(files_of $serve)" = "$served" ]
kill $query $serve
wait $query $serve
end_all

# Each has the time of its interval.
for file in out/*.$query.*.nytprof; do
	waits_of "$file" | awk -F'|' '$3 == "main::CORE:sysread" { ns += $6 } END { printf "%.3f\n", ns / 1e9 }'
done >waited
expect_that "$(awk '$1 >= 0.9' waited | wc -l) >= 3"
expect [ "$(awk '$1 > 3' waited)" = '' ]
