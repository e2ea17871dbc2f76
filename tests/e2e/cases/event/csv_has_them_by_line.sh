# The last columns of csv are the counts of the JSON, by line; a profile without events has none of them.

cat >a.pl <<'PERL'
use strict;
my (@kept, $large);
sub look { -e "none,\"$_\"" for 1 .. $_[0] }
sub keep { push @kept, 'x' x 5000 for 1 .. 300 }
sub take { $large = 'x' x 3_000_000 }
sub give_back { undef $large }
look(40); keep(); take(); give_back(); eval "look(3);\nlook(4)"; look(5);
PERL
# Prints "FILE|LINE|AMOUNT..." of each line of the JSON that has events, and the names of the events.
cat >of_json.pl <<'PERL'
use strict; use JSON::PP;
my $p = do { local $/; decode_json(<STDIN>) };
my %names = map { $_->{event} => 1 } @{ $p->{events} };
my %n;
for my $e (grep { defined $_->{file} } @{ $p->{events} }) {
	$n{ "$p->{files}[ $e->{file} ]{name}|$e->{line}" }{ $e->{event} } += $e->{ $e->{event} eq 'memory' ? 'bytes' : 'count' };
}
print join('|', 'names', sort keys %names), "\n";
for my $line (keys %n) {
	my @amounts = map { $n{$line}{$_} // 0 } sort keys %names;
	print join('|', $line, @amounts), "\n" if grep { $_ } @amounts;
}
PERL
# The same of a csv.  What the rows are besides goes to the file "rows".
cat >of_csv.pl <<'PERL'
use strict;
my $csv = eval { require Text::CSV; Text::CSV->new({ binary => 1, eol => "\r\n" }) };
sub fields {
	my ($row) = @_;
	return $csv->parse($row) ? $csv->fields : die "no csv: $row" if $csv;
	my @fields;
	push @fields, defined $1 ? $1 =~ s/""/"/gr : $2 while $row =~ /\G(?:"((?:[^"]|"")*)"|([^",\r]*))(?:,|\r\n\z)/g;
	return @fields;
}
open my $rows, '>', 'rows' or die;
my @names;
while (my $row = <STDIN>) {
	my ($time, $calls, $each, $code, $file, $line, @amounts) = fields($row);
	if ($. == 1) {
		print join('|', 'names', @names = @amounts), "\n";
		next;
	}
	@names == @amounts or die "not a value for each event: $row";
	print join('|', $file, $line, @amounts), "\n" if grep { $_ } @amounts;
	print $rows join('|', $time, $calls, $each, $code, $file, $line), "\n" if $time > 0 || $calls;
	print $rows "only events|$file|$line\n" if !($time > 0) && !$calls;
}
PERL

check() {
	run 0 $AGENT -q --event=syscalls,page-faults,memory -o a.out "$@" -- perl a.pl
	run 0 $AGENT export -q --format=json a.out
	perl of_json.pl <stdout | LC_ALL=C sort >theirs
	run 0 $AGENT export -q --format=csv a.out
	perl of_csv.pl <stdout | LC_ALL=C sort >own
	expect grep -qx 'names|memory|page-faults|syscalls' own
	expect [ "$(wc -l <own)" -gt 3 ]
	expect diff theirs own
}

check
expect_that "$(awk -F'|' '$1 ~ /a.pl$/ && $2 == 3 { print $5 }' own) >= 52"
expect_that "$(awk -F'|' '$1 ~ /a.pl$/ && $2 == 4 { print $3 }' own) > 1000000"
expect_that "$(awk -F'|' '$1 ~ /a.pl$/ && $2 == 6 { print $3 }' own) < -2900000"

# Without its events, the other columns are the same.
grep -av '^# agent_event' a.out >without.out
run 0 $AGENT export -q --format=csv without.out
expect [ "$(head -1 stdout)" = $'time,calls,time/call,code,file,line\r' ]
cp rows with
perl of_csv.pl <stdout >/dev/null
expect [ -s with ]
expect diff <(grep -v '^only events' with) <(grep -v '^only events' rows)

# A line that has no sample has a row for its events.
check --mode=sample
expect grep -q '^only events|.*/a.pl|' rows
