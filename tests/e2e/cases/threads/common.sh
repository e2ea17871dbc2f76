# Several interpreters in a process, several perl stacks in an interpreter, event loops.

# What the profile of several threads says.  The reader may say that its statements took longer than there was time:
# they did.
read_sums() {
	run 0 profile "$1" || exit
}

# Records a.pl; what the agent has said is in the file "said".
record() {
	run 0 $AGENT -q --strict -- perl a.pl || exit
	mv stderr said
	read_sums nytprof.out
}

expect_profiles() {
	expect [ "$(ls | grep -c nytprof)" = "$1" ]
}

# Or skips: needs MODULE PACKAGE
needs() {
	perl -M$1 -e1 >stdout 2>stderr || skip "needs $2: $(cat stderr)"
}

# What a profile says of the script's own lines, but no times.
own() {
	profile "$1" | grep -E '^(line|call) [^ ]*/a.pl:' | sed -E 's/ [-0-9.e]+$//' | grep -v '^line .* 0$' | sort
}

# A program whose event loop calls tick() nine times, and ends then: its last line is the argument.
expect_ticks() {
	cat >a.pl <<PERL
my \$n = 0;
sub tick {
    return ++\$n < 9 }
$1
PERL
	record
	expect_out 'sub main::tick 9 '
	expect_line /a.pl:3 9
	rm nytprof.out
}

# A script of this folder has the counts that it has under NYTProf.  What loops do themselves depends on the time that
# goes by, what they call does not.
expect_as_under_nytprof() {
	cp "$SUITE/$1" a.pl
	NYTPROF=file=theirs run 0 perl -d:NYTProf a.pl || exit
	run 0 $AGENT -q --strict -o ours -- perl a.pl || exit
	own theirs >theirs.txt
	own ours >ours.txt
	expect grep -q main::tick ours.txt
	run 0 diff theirs.txt ours.txt
}

# Links tests/e2e/hosts.c, and makes scripts for its two interpreters.
link_hosts() {
	cc $(perl -MExtUtils::Embed -e ccopts) -o hosts "$TOP/tests/e2e/hosts.c" -lperl -ldl -lm -lpthread -lcrypt \
		2>stderr || skip "needs libperl-dev: $(cat stderr)"
	cat >a.pl <<-'PERL'
		use Time::HiRes 'usleep';
		sub work {
		    usleep(20000);
		    return one() + one();
		}
		sub one { return 1 }
		sub nest {
		    Host::other();
		    usleep(20000);
		}
		$ENV{NEST} and nest() for 1 .. 10;
	PERL
	cat >b.pl <<-'PERL'
		use Time::HiRes 'usleep';
		sub work {
		    usleep(50000);
		    return two() + two() + two();
		}
		sub two { return 2 }
	PERL
}

# expect_seconds AFTER_TEXT LOW HIGH
expect_seconds() {
	local seconds
	seconds=$(number_after "$1" 2)
	expect_that "$2 <= $seconds && $seconds <= $3"
}

# b.pl's sub work has run ten times, a.pl's as often as the argument says.
expect_hosts() {
	expect_profiles 1
	read_sums nytprof.out
	expect_line /a.pl:3 $1
	expect_line /a.pl:6 $((2 * $1))
	expect_line /b.pl:3 10
	expect_line /b.pl:6 30
	expect_seconds /b.pl:3 0.5 0.69
	expect_out $'attr agent_interpreters 2\n'
}
