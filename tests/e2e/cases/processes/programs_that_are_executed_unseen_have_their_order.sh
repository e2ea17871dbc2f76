# The agent looks at a process only after it has executed three programs, on another processor each time: what one
# processor tells is read before what another one has told earlier. The first program's profile has the name FILE.

gone() {
	[ ! -e "/proc/$1" ] || grep -q '^State:.Z' "/proc/$1/status"
}

cat >chain.pl <<'PERL'
my ($nr, $last) = @ARGV;
sub work { $n++ }
if (!$nr) {
	open my $up, '>', 'up' or die;
	select undef, undef, undef, 0.02 until -e 'go';
}
work() for 0 .. $nr;
system 'taskset', '-cp', $nr % 2, $$;
exec $^X, $0, $nr + 1, $last if $nr < $last;
PERL
perl chain.pl 0 3 >/dev/null & program=$!
await [ -e up ]
$AGENT --pid "$program" -o chain.out 2>said & agent=$!
recording said
kill -STOP "$agent"
touch go
await gone "$program"
kill -CONT "$agent"
wait "$agent"
calls=1
for file in chain.out "chain.out.$program" "chain.out.$program.1" "chain.out.$program.2"; do
	read_profile "$file"
	expect_out "sub main::work $((calls++)) "
done
