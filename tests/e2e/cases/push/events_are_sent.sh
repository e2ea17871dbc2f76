# --event: the receiver gets a type for each event, and together those of all intervals are those of the profile.

cat >a.pl <<'PERL'
my @kept;
sub look { -e "none$_" for 1 .. 50 }
sub keep { push @kept, 'x' x 5000 for 1 .. 10 }
for my $n (1 .. 1e9) {
	look();
	keep() if $n <= 100;
	select undef, undef, undef, 0.002;
	last if -e 'end';
}
PERL
# Prints "TYPE NAME SUM" of a JSON, as sums.pl does of requests.
cat >of_json.pl <<'PERL'
use strict; use JSON::PP;
my $p = do { local $/; decode_json(<STDIN>) };
my %nowhere = (perl => 'PERL', unknown => '(unknown place)', 'too many' => '(too many)');
my %n;
for my $e (@{ $p->{events} }) {
	$n{ $e->{event} =~ tr/-/_/r }{ $e->{where} eq 'sub' ? $p->{subs}[ $e->{sub} ]{name} : $nowhere{ $e->{where} } } += $e->{count};
}
for my $type (keys %n) { print "$type $_ $n{$type}{$_}\n" for keys %{ $n{$type} } }
PERL

check() {
	local format=$1
	shift
	rm -f taken.* head.* end
	start_receiver $format
	$AGENT --push=$RECEIVER --push-format=$format --push-queue=$PWD/queue --interval=1 --event=syscalls,page-faults,memory -o a.out "$@" -- perl a.pl 2>said & A=$!
	await has_taken 3
	touch end
	wait $A
	expect_status 0
	run 0 $AGENT export -q --format=json a.out
	perl of_json.pl <stdout | LC_ALL=C sort >theirs
	perl "$SUITE/sums.pl" $format taken.* | LC_ALL=C sort >own
	expect grep -q '^syscalls main::' theirs
	expect grep -q '^page_faults main::' theirs
	expect diff <(grep -e '^syscalls ' -e '^page_faults ' theirs) <(grep -e '^syscalls ' -e '^page_faults ' own | grep -v ' 0$')
	expect_that "$(awk '$1 == "memory" { n += $3 } END { printf "%d", n }' own) > 1000000"
	expect [ "$(awk '$1 == "memory" && $3 < 0' own)" = '' ]
	end_receiver
}

check pyroscope
check otlp
check pyroscope --mode=sample
check otlp --mode=sample
