# report --sort=EVENT, pprof and speedscope have the counts of the JSON, by sub and by stack.

cat >a.pl <<'PERL'
use strict;
sub look { -e "none$_" for 1 .. $_[0] }
sub pages { my $x = 'x' x (4096 * $_[0]); return length $x }
sub deep { my $n = shift; $n ? deep($n - 1) : look(40) }
look(30); pages(300); deep(5); deep(60);
PERL
cat >sums.pl <<'PERL'
# Prints "TABLE|NAME|..." of a JSON: own and inclusive page faults and own system calls of subs, and those of lines.
use strict; use JSON::PP;
my $p = do { local $/; decode_json(<STDIN>) };
my %nowhere = (perl => 'PERL', unknown => '(unknown place)', 'too many' => '(too many)');
my (%n, %incl, %line, %stack);
for my $e (@{ $p->{events} }) {
	my @stack = map { $p->{subs}[$_]{name} } @{ $e->{stack} };
	my $name = $e->{where} eq 'sub' ? $p->{subs}[ $e->{sub} ]{name} : $nowhere{ $e->{where} };
	my $line = defined $e->{file} ? "$p->{files}[ $e->{file} ]{name}:$e->{line}" : $name;
	my %over = map { $_ => 1 } $name, @stack;
	$n{$name}{ $e->{event} } += $e->{count};
	$line{$line}{ $e->{event} } += $e->{count};
	$stack{ $e->{event} }{ join ';', @stack ? reverse @stack : ('main::RUNTIME', $name) } += $e->{count};
	$incl{$_} += $e->{event} eq 'page-faults' ? $e->{count} : 0 for keys %over;
}
my $main = sub { $_[0] =~ s/^main::RUNTIME$/MAIN/r };
print "sub|", $main->($_), '|', $n{$_}{'page-faults'} // 0, "|$incl{$_}|", $n{$_}{syscalls} // 0, "\n" for keys %incl;
print "line|", $main->($_), '|', $line{$_}{'page-faults'} // 0, '|', $line{$_}{syscalls} // 0, "\n" for keys %line;
for my $event (keys %stack) { print "stack|$event|$_|$stack{$event}{$_}\n" for keys %{ $stack{$event} } }
PERL
run 0 $AGENT -q --event=syscalls,page-faults -o a.out -- perl a.pl
run 0 $AGENT export -q --format=json a.out
perl sums.pl <stdout | LC_ALL=C sort >sums
expect grep -q '^sub|PERL|' sums
expect grep -q '^sub|main::pages|[0-9][0-9]*|' sums

# By sub and by line, all rows; in the order of the event.
run 0 $AGENT report --sort=page-faults --limit=100000 a.out
expect_out 'Subs by page-faults'
expect_no_out 'Subs by exclusive time'
perl -ne '$is = "sub" if /^Subs by/; $is = "line" if /^Lines by/;
	print join("|", $is, $is eq "sub" ? ($4, $1, $2, $3) : ($4, $1, $2)), "\n"
		if $is && ($is eq "sub" ? /^ +(\d+) +(\d+) +(\d+)  (.*)/ : /^ +(\d+) +(\d+)()  (.*)/)' stdout | LC_ALL=C sort >rows
# A sub that has none has no row.
expect diff <(grep -v -e '^stack' -e '^sub|.*|0|0|0$' sums) rows
perl -ne 'exit if /^Lines by/; print "$1\n" if $on && /^ +(\d+) /; $on = 1 if /^Subs by/' stdout >order
expect [ -s order ]
expect diff order <(sort -rn order)
run 0 $AGENT report --sort=syscalls --limit=1 '--match=^main::look$' a.out
expect grep -qE '^ +[0-9]+ +[0-9]+ .* [0-9]+  main::look$' stdout
expect_no_out main::pages
run 1 $AGENT report --sort=migrations a.out
expect_one_line 'the profile has no migrations: none happened, or --event did not name it; it has page-faults, syscalls'

# Each sample of pprof has its own stack, and one value for each event.
run 0 $AGENT export -q --format=pprof -o a.pb.gz a.out
for event in page_faults syscalls; do
	run 0 go tool pprof -traces -sample_index=$event a.pb.gz
	expect_that "$(awk '$1 ~ /^[0-9]+$/ { n += $1 } END { print n + 0 }' stdout) == $(awk -F'|' -v e=${event/_/-} '$1 == "stack" && $2 == e { n += $4 } END { print n + 0 }' sums)"
done
run 0 go tool pprof -raw a.pb.gz
expect grep -q '^calls/count statements/count wall/nanoseconds\[dflt\] page_faults/count syscalls/count$' stdout
cp stdout raw

# speedscope has a profile for each, with the same stacks.
run 0 $AGENT export -q --format=speedscope a.out
perl -MJSON::PP -e 'my $p = do { local $/; decode_json(<STDIN>) };
	for my $e (grep { $_->{unit} eq "none" } @{ $p->{profiles} }) {
		my $sum = 0;
		for my $i (0 .. $#{ $e->{samples} }) {
			$sum += $e->{weights}[$i];
			print "stack|$e->{name}|", join(";", map { $p->{shared}{frames}[$_]{name} } @{ $e->{samples}[$i] }), "|$e->{weights}[$i]\n";
		}
		$sum == $e->{endValue} or die;
	}' <stdout | sed 's/|main::RUNTIME;(callers not recorded);/|/' | LC_ALL=C sort >stacks
expect diff <(grep '^stack' sums) stacks
# The same of pprof: the innermost frame is first.
perl -ne 'if (/^Locations/) { $in = 1; next } if ($in && /^ *(\d+): \S+ M=\d+ (.+?) \S*:\d+.* s=/) { $name{$1} = $2 }
	push @samples, [ $1, $2, $3 ] if !$in && /^ +\d+ +\d+ +\d+ +(\d+) +(\d+): ([\d ]+)$/;
	END { for (@samples) { my ($faults, $calls, $at) = @$_; my $stack = join ";", map { $name{$_} // "?$_" } reverse split " ", $at;
		$n{"page-faults|$stack"} += $faults; $n{"syscalls|$stack"} += $calls }
		$n{$_} and print "stack|$_|$n{$_}\n" for keys %n }' raw | sed 's/|main::RUNTIME;(callers not recorded);/|/' | LC_ALL=C sort >stacks
expect diff <(grep '^stack' sums) stacks

# Of memory it is the bytes that are shown; some subs give back more than they take.
cat >m.pl <<'PERL'
my (@kept, $large);
sub keep { push @kept, 'x' x 5000 for 1 .. 300 }
sub take { $large = 'x' x 3_000_000 }
sub give_back { undef $large }
keep(); take(); give_back();
PERL
run 0 $AGENT -q --event=memory -o m.out -- perl m.pl
run 0 $AGENT export -q --format=json m.out
perl -MJSON::PP -e 'my $p = do { local $/; decode_json(<STDIN>) }; my %n;
	$n{ $p->{subs}[ $_->{sub} ]{name} } += $_->{bytes} for grep { $_->{where} eq "sub" } @{ $p->{events} };
	print "$_ $n{$_}\n" for keys %n' <stdout | grep main:: | sed 's/main::RUNTIME/MAIN/' | LC_ALL=C sort >bytes
expect_that "$(sed -n 's/main::keep //p' bytes) > 1000000"
expect_that "$(sed -n 's/main::give_back //p' bytes) < -2900000"
run 0 $AGENT report --sort=memory --limit=1000 m.out
sed -n '/^Subs by memory/,/^Lines/s/^ *\(-*[0-9]*\) *-*[0-9]*  \(.*\)/\2 \1/p' stdout | grep -e main:: -e MAIN | LC_ALL=C sort >shown
expect diff <(grep -v ' 0$' bytes) <(grep -v ' 0$' shown)
