# --pid, in exact mode and with samples.

cat >a.pl <<'PERL'
use strict;
$| = 1;
print "ready\n";
select undef, undef, undef, 0.02 until -e 'go';
sub look { -e "none$_" for 1 .. $_[0] }
sub named { $0 = "name$_" for 1 .. 30 }
sub grow { vec(our $kept, $_[0], 8) = 1 }
sub signals { kill USR1 => $$ for 1 .. 7 }
$SIG{USR1} = sub { };
look(30);
named();
grow(8_000_000);
signals();
PERL

is='$9 == "newfstatat" && $10 ~ /look|CORE:/ && $3 ~ /main::look/'

for mode in trace sample; do
	rm -f go out stderr
	perl a.pl >out & P=$!
	await grep -q ready out
	$AGENT --event=syscalls,memory,signals,tracepoint:task:task_rename --mode=$mode --pid $P -o $mode.out >stdout 2>stderr & A=$!
	recording
	touch go
	wait $A
	expect_status 0
	wait $P
	expect_status 0
	events_of $mode.out >events
	expect [ "$(total 4 "$is")" = 30 ]
	expect [ "$(total 5 "$is")" = 30 ]
	expect [ "$(total 4 '$8 == "tracepoint:task:task_rename" && $3 ~ /^main::RUNTIME;main::named/')" = 30 ]
	expect [ "$(total 4 '$8 == "signals" && $9 == "USR1" && $3 ~ /^main::RUNTIME;main::signals/')" = 7 ]
	grown=$(total 6 '$8 == "memory" && $3 ~ /^main::RUNTIME;main::grow/')
	expect_that "8e6 <= $grown && $grown < 8.4e6"
done
