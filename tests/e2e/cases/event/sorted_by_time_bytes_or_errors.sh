# report --sort=EVENT:WHAT has time, bytes and errors of an event by sub and by line, as the JSON; stacks that were cut are told.

cat >a.pl <<'PERL'
use strict;
sub look { -e "none$_" for 1 .. $_[0] }
sub fill { open my $f, '>', 'data' or die; syswrite $f, 'x' x 5000 for 1 .. $_[0]; close $f }
sub nap { select undef, undef, undef, 0.1 }
sub all { look(40); fill(4); nap() }
all(); look(3); fill(1);
PERL
cat >sums.pl <<'PERL'
# Prints "TABLE|NAME|OWN|INCLUSIVE" of a JSON: of an event and what of it.
use strict; use JSON::PP;
my ($event, $what) = @ARGV;
my $p = do { local $/; decode_json(<STDIN>) };
my %nowhere = (perl => 'PERL', unknown => '(unknown place)', 'too many' => '(too many)');
my (%n, %incl, %line);
for my $e (grep { $_->{event} eq $event } @{ $p->{events} }) {
	my @stack = map { $p->{subs}[$_]{name} } @{ $e->{stack} };
	my $name = $e->{where} eq 'sub' ? $p->{subs}[ $e->{sub} ]{name} : $nowhere{ $e->{where} };
	my %over = map { $_ => 1 } $name, @stack;
	$n{$name} += $e->{$what};
	$line{ defined $e->{file} ? "$p->{files}[ $e->{file} ]{name}:$e->{line}" : $name } += $e->{$what};
	$incl{$_} += $e->{$what} for keys %over;
}
my $main = sub { $_[0] =~ s/^main::RUNTIME$/MAIN/r };
print "sub|", $main->($_), '|', $n{$_} // 0, "|$incl{$_}\n" for grep { $incl{$_} } keys %incl;
print "line|", $main->($_), "|$line{$_}|\n" for grep { $line{$_} } keys %line;
PERL
# The same of a report, of what is not 0.
rows() {
	perl -ne '$is = "sub" if /^Subs by/; $is = "line" if /^Lines by/; next unless $is && /^ +-?\d/;
		my ($numbers, $name) = /^((?: +\S+)+?)  (\S.*)$/ or next;
		my ($own, $incl) = split " ", $numbers;
		print "$is|$name|$own|", ($is eq "sub" ? $incl : ""), "\n" if $own || $is eq "sub" && $incl' stdout | LC_ALL=C sort
}
run 0 $AGENT -q --event=syscalls,files,page-faults -o a.out -- perl a.pl
run 0 $AGENT export -q --format=json a.out
cp stdout json
check() {
	perl sums.pl "$1" "$2" <json | LC_ALL=C sort >theirs
	run 0 $AGENT report "--sort=$1:$2" --limit=100000 a.out
	rows >own
	expect [ -s theirs ]
	expect diff theirs own
}
check syscalls errors
expect_out 'Subs by errors of syscalls'
expect_out 'Lines by errors of syscalls'
expect grep -qE '^ +errors inclusive +syscalls +time +bytes +files page-faults  sub$' stdout
expect_no_out 'outer callers'
expect_no_out 'no stack'
check files bytes
expect grep -q '^sub|main::CORE:syswrite|25000|25000$' own
expect grep -q '^sub|main::all|0|20000$' own

# The sub that waits longest is the first one of its time; all of its time is in what has called it.
run 0 $AGENT report --sort=syscalls:time --limit=100000 a.out
expect grep -qE '^ +time inclusive +syscalls +bytes +errors +files page-faults  sub$' stdout
expect grep -qE '^ +1[0-9][0-9](\.[0-9]+)?ms +1[0-9][0-9](\.[0-9]+)?ms .* main::CORE:sselect$' <(grep -A2 '^Subs by time of syscalls' stdout)
expect grep -qE '^ +0 +1[0-9][0-9](\.[0-9]+)?ms .* main::all$' stdout

# Its count comes first, and time, bytes and errors are there, too.
run 0 $AGENT report --sort=syscalls a.out
expect grep -qE '^ +syscalls inclusive +time +bytes +errors +files page-faults  sub$' stdout

# Where the terminal is narrow, other events go, and this is said; names stay.
run 0 env COLUMNS=80 $AGENT report --sort=syscalls a.out
expect grep -qE '^ +syscalls inclusive +time +bytes +errors  sub$' stdout
expect_out 'no room for 2 other events'
expect [ -z "$(sed -n '/^Subs by/,/^Lines by/p' stdout | grep '.\{81\}')" ]

run 1 $AGENT report --sort=page-faults:time a.out
expect_one_line 'page-faults has no time in this profile: use --sort=page-faults'
run 2 $AGENT report --sort=syscalls:size a.out
expect_one_line '--sort=syscalls:size: must be excl'
run 2 $AGENT report --sort=tracepoint:sched:time:size a.out
expect_one_line 'must be excl'
run 1 $AGENT report --sort=tracepoint:sched:time a.out
expect_one_line 'the profile has no tracepoint:sched:time'

# A stack has 32 calls: what is deeper is told, here and in the tables of the whole report.
cat >deep.pl <<'PERL'
sub deep { my $n = shift; $n ? deep($n - 1) : look() } sub look { -e "none$_" for 1 .. 40 }
deep($ARGV[0]);
PERL
run 0 $AGENT -q --event=files -o deep.out -- perl deep.pl 60
run 0 $AGENT report --sort=files deep.out
expect grep -qE '^40 of [4-9][0-9]* files are below more than 32 calls: outer callers do not include them$' stdout
run 0 $AGENT report deep.out
expect grep -qE '^40 of [4-9][0-9]* events are below more than 32 calls: outer callers do not include them$' stdout
run 0 $AGENT -q --event=files -o deep.out -- perl deep.pl 20
run 0 $AGENT report --sort=files deep.out
expect_no_out 'outer callers'
