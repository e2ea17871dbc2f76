# Which call it was, how long it took, who called it, and what it has called.

cat >a.pl <<'PERL'
package My;
sub slow { inner($_[0]) for 1 .. 3; nap() if $_[0] == 3 || $_[0] == 7 }
sub inner { my $x = "a"; $x x= 3_000_000; return } # one statement: what its probe costs is nothing beside it
sub nap { select undef, undef, undef, 0.08 }
package main;
sub run { My::slow($_[0]) }
run($_) for 1 .. 10;
PERL
run 0 $AGENT -q --slow='My::slow>50ms' --off-cpu -o a.out -- perl a.pl
expect [ "$(lines a.out.slow.jsonl '$l->{sub}')" = "$(printf 'My::slow\nMy::slow')" ]
expect [ "$(lines a.out.slow.jsonl '$l->{ns} > 8e7 && $l->{ns} < 4e8 && $l->{on_cpu_ns} + $l->{waited_ns} == $l->{ns} && $l->{waited_ns} > 7.9e7' | sort | uniq -c | xargs)" = '2 1' ]
expect [ "$(lines a.out.slow.jsonl 'join " ", map { "$_->{sub}:$_->{line}" } @{ $l->{stack} }' | uniq)" = 'main::run:7 My::slow:6' ]
expect [ "$(lines a.out.slow.jsonl '$l->{stack}[-1]{file}' | uniq)" = "$PWD/a.pl" ]
expect [ "$(lines a.out.slow.jsonl 'join " ", map { "$_->{sub}:$_->{calls}" } @{ $l->{called} }' | uniq)" = 'My::nap:1 My::inner:3' ]
expect [ "$(lines a.out.slow.jsonl '$l->{called}[0]{ns} > 7.9e7' | uniq)" = 1 ]
expect [ "$(lines a.out.slow.jsonl '$l->{when} =~ /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/' | uniq)" = 1 ]
expect [ "$(lines a.out.slow.jsonl 'join " ", map { "$_->{reason}:$_->{waits}" } grep { $_->{ns} > 1e6 } @{ $l->{waits} }' | uniq)" = pselect6:1 ]

# What it waited for, in it and in the calls that it made: three naps, and a child that is read from and waited for.
cat >w.pl <<'PERL'
sub nap { select undef, undef, undef, 0.02 }
sub ask { open my $child, '-|', 'sleep 0.05; echo x; exec >&-; sleep 0.05' or die; my $line = <$child>; close $child }
sub all { nap() for 1 .. 3; ask() }
all();
PERL
run 0 $AGENT -q --slow='main::all>100ms' --off-cpu -o w.out -- perl w.pl
expect [ "$(lines w.out.slow.jsonl 'my %n = map { $_->{reason} => $_ } @{ $l->{waits} }; join " ", map { $_ . ":" . ($n{$_}{ns} > 4.9e7 ? 1 : 0) } qw(pselect6 read wait4)')" = 'pselect6:1 read:1 wait4:1' ]
expect [ "$(lines w.out.slow.jsonl 'my ($n) = grep { $_->{reason} eq "pselect6" } @{ $l->{waits} }; $n->{waits}')" = 3 ]
expect [ "$(lines w.out.slow.jsonl 'my $sum = 0; $sum += $_->{ns} for @{ $l->{waits} }; $sum <= $l->{waited_ns} && $sum > 0.99 * $l->{waited_ns} ? 1 : $sum')" = 1 ]

# Without waits there is no word of them; a builtin is a sub; a pattern is for the whole name. Lines are appended.
run 0 $AGENT --slow='My>50ms,*::CORE:sselect>50ms' --slow-log=a.out.slow.jsonl -o b.out -- perl a.pl
expect_err 'slow calls: 2 in a.out.slow.jsonl'
expect [ "$(lines a.out.slow.jsonl '$l->{sub}' | tail -2 | uniq)" = My::CORE:sselect ]
expect [ "$(lines a.out.slow.jsonl '$l->{sub}' | wc -l)" = 4 ]
expect [ "$(lines a.out.slow.jsonl 'defined $l->{on_cpu_ns} || $l->{waits} ? 1 : 0' | tail -1)" = 0 ]
expect [ "$(stat -c %a a.out.slow.jsonl)" = 600 ]
