// SPDX-License-Identifier: GPL-2.0-or-later
/* What recording costs a program, which is said; and what others cost it, which is left out. */
#include "e2e.h"

TestSuite(price, .init = e2e_init, .fini = e2e_fini, .timeout = 150);

/*
 * Two processes on one processor.  Each says what the kernel has of its work: how long it ran, how long it waited for
 * the processor, and how long that is in all since it began.  A statement that takes long has hardly any probes in it.
 */
#define TWO                                                                                    \
	"sub stat_of { open my $f, '<', '/proc/self/schedstat'; split ' ', <$f> }\n"           \
	"sub work { my $s = 0; $s += $_ for 1 .. 3_000_000; return $s }\n"                     \
	"system \"taskset -p -c $ARGV[0] $$ >/dev/null\";\n"                                   \
	"pipe my $begins, my $begin;\n"                                                        \
	"my $other = fork;\n"                                                                  \
	"if ($other) { print $begin 'x'; close $begin }\n"                                     \
	"else { close $begin; <$begins> }\n"                                                   \
	"my ($ran, $waited) = stat_of();\n"                                                    \
	"work() for 1 .. 3;\n"                                                                 \
	"my @now = stat_of();\n"                                                               \
	"open my $f, '>', $other ? 'first' : 'second';\n"                                      \
	"printf $f \"pid %d\\nkernel %.6f %.6f\\nall %.6f\\n\", $$, ($now[0] - $ran) / 1e9,\n" \
	"    ($now[1] - $waited) / 1e9, $now[1] / 1e9;\n"                                      \
	"close $f;\n"                                                                          \
	"waitpid $other, 0 if $other;\n"

/* In the profile of one of the two. */
static void expect_left_out(const char *said, const char *profile)
{
	double ran, waited, waited_in_all, in_profile;

	cr_assert_eq(run("cat %s; perl $TOP/tests/e2e/profile.pl %s", said, profile), 0, "%s",
		     e2e_err);
	ran = number_behind("kernel ");
	waited = seconds_behind("kernel ");
	waited_in_all = number_behind("all ");
	cr_assert_gt(waited, ran / 4, "there was nobody else on that processor: %s", e2e_out);
	/* The sub, and the statement that is nearly all of it. */
	in_profile = seconds_behind("sub main::work ");
	cr_expect_float_eq(in_profile, ran, ran / 8,
			   "%s: %.3f s, it ran for %.3f and waited for %.3f", said, in_profile, ran,
			   waited);
	in_profile = seconds_behind("/a.pl:2 ");
	cr_expect_float_eq(in_profile, ran, ran / 8,
			   "%s: %.3f s, it ran for %.3f and waited for %.3f", said, in_profile, ran,
			   waited);
	in_profile = number_behind("attr agent_waited_us ") / 1e6;
	cr_expect_geq(in_profile, waited * 0.9, "%s: waited for %.3f s, not %.3f", said, in_profile,
		      waited);
	/* Nobody counts before its first event, nor can the program say what comes after its last word. */
	cr_expect_leq(in_profile, waited_in_all * 1.1 + 0.05, "%s: waited for %.3f s, not %.3f",
		      said, in_profile, waited_in_all);
	/* The readers have it neither: nytprofhtml's flame graph is as wide as this. */
	cr_expect_leq(number_behind("attr profiler_active "),
		      number_behind("attr profiler_duration ") - waited * 0.9, "%s", e2e_out);
}

Test(price, what_a_program_waits_for_a_processor_is_left_out_and_said)
{
	char child[64];

	put_file("a.pl", TWO);
	cr_assert_eq(run("cpu=$(taskset -cp $$ | sed 's/.*[ ,-]//')\n"
			 "$AGENT -- perl a.pl $cpu && sed -n 's/^pid //p' second"),
		     0, "%s", e2e_err);
	expect_err(" s of waiting for a processor left out\n");
	snprintf(child, sizeof(child), "nytprof.out.%d", atoi(e2e_out + strspn(e2e_out, "\n")));
	expect_left_out("first", "nytprof.out");
	expect_left_out("second", child);
	cr_assert_eq(run("$AGENT report nytprof.out"), 0, "%s", e2e_err);
	expect_out("\nleft out: ");
	expect_out(" s in which it waited for a processor\n");
}

/* Of its own time, sleeping is a part. */
Test(price, what_a_program_sleeps_is_its_time)
{
	put_file("a.pl", "select undef, undef, undef, 0.2;\nmy $done = 1;\n");
	cr_assert_eq(run("$AGENT -- perl a.pl"), 0, "%s", e2e_err);
	read_profile("nytprof.out");
	cr_expect_geq(seconds_behind("/a.pl:1 "), 0.2, "%s", e2e_out);
}

/* Not of the shortest statements: what those take beside a probe is known only nearly. */
#define BUSY                                                  \
	"my $i = 0;\n"                                        \
	"while ($i < 200000) {\n"                             \
	"    my $text = join ',', map { $_ + $i } 1 .. 10;\n" \
	"    $i++ if $text =~ /,/;\n"                         \
	"}\n"                                                 \
	"my ($user, $system) = times;\n"                      \
	"open my $f, '>>', 'took';\n"                         \
	"printf $f \"%.6f\\n\", $user + $system;\n"

/*
 * As the kernel's own figures have it: the processor time of the program with the probes and without.  Traps empty the
 * processor's caches as well, and on a busy machine two runs differ.
 */
Test(price, how_much_slower_it_was_is_said)
{
	double bare, recorded, said;
	char *end;

	put_file("a.pl", BUSY);
	cr_assert_eq(
		run("perl a.pl; $AGENT -- perl a.pl || exit; cat took\n"
		    "sed -n 's/.*about \\([0-9.]*\\) times as long as without.*/\\1/p' stderr"),
		0, "%s", e2e_err);
	bare = strtod(e2e_out, &end);
	recorded = strtod(end, &end);
	said = strtod(end, NULL);
	cr_expect_gt(said, recorded / bare / 3, "%g times: %s", said, e2e_out);
	cr_expect_lt(said, recorded / bare * 3, "%g times: %s", said, e2e_out);
}

Test(price, before_it_attaches_to_a_process_it_says_what_to_expect)
{
	pid_t pid;

	put_file("a.pl", "my $i = 0;\nwhile (1) {\n    $i++;\n}\n");
	pid = start("perl", "a.pl", NULL);
	cr_expect_eq(run("$AGENT --pid %d -d 0.5", pid), 0, "%s", e2e_err);
	expect_err("Perl code runs about ");
	expect_err(" times slower while it is recorded (an estimate: a probe takes ");
	expect_err(" us here); with --mode=subs about ");
	cr_expect_lt(strstr(e2e_err, "Perl code runs"), strstr(e2e_err, "recording 1 process"));
	expect_err(" times as long as without the probes");
	cr_expect_eq(run("$AGENT --mode=subs --pid %d -d 0.5", pid), 3, "%s", e2e_err);
	expect_err("Perl code runs about ");
	expect_no_err("with --mode=subs");
	cr_expect_eq(run("$AGENT -q --pid %d -d 0.5", pid), 0, "%s", e2e_err);
	expect_no_err("Perl code");
	stop(pid);
}

#define UNTIL_END              \
	"my $i = 0;\n"         \
	"until (-e 'end') {\n" \
	"    $i++;\n"          \
	"}\n"

Test(price, of_every_perl_it_says_so_too)
{
	put_file("a.pl", UNTIL_END);
	cr_expect_eq(
		run("$AGENT --all --match=$PWD/a.pl --output-dir=$PWD/out --interval=1 & agent=$!\n"
		    "recording; perl $PWD/a.pl & worker=$!\n"
		    "until ls out/*.nytprof; do sleep 0.1; done >/dev/null 2>&1 3>&1\n"
		    "touch end; wait $worker; kill -INT $agent; wait $agent"),
		0, "%s", e2e_err);
	expect_err("Perl code runs about ");
	cr_expect_lt(strstr(e2e_err, "Perl code runs"), strstr(e2e_err, "recording every perl"));
	expect_err(" calls; about ");
	expect_err(" times as long as without the probes");
}
