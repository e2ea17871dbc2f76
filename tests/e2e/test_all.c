// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * --all: every perl, or those that filters name.  Other perls run on this machine: each test has a filter
 * that only its own processes fit.
 */
#include "e2e.h"

TestSuite(all, .init = e2e_init, .fini = e2e_fini, .timeout = 150);

/*
 * "all" starts the agent, and waits until it records; "over" ends it.  "profiles" counts the files.  "of" has what
 * the profile of a process says.  "seen" waits until a process that runs has one; "yes" runs a worker that long, "no" one
 * for some rounds.
 */
#define ALL                                                                           \
	"said() { grep -c '^nytprof-bpf: recording' stderr; }\n"                      \
	"all() { n=$(said); $AGENT --all --output-dir=$PWD/out \"$@\" & A=$!\n"       \
	"    until [ $(said) -gt $n ]; do sleep 0.05; done; }\n"                      \
	"over() { kill -INT $A; wait $A; }\n"                                         \
	"profiles() { ls out | grep -c '\\.nytprof$'; }\n"                            \
	"of() { for f in out/*.$1.*; do perl $TOP/tests/e2e/profile.pl $f; done; }\n" \
	"seen() { until ls out/*.$1.*.nytprof >ls 2>&1; do sleep 0.1; done; }\n"      \
	"yes() { \"$@\" & W=$!; seen $W; touch end; wait $W; rm end; }\n"             \
	"no() { ROUNDS=50 \"$@\"; }\n"                                                \
	"until_file() { until [ -e $1 ]; do sleep 0.02; done; }\n"

/* Works until a file "end" is there, or for so many rounds. */
#define WORKER                                                                        \
	"sub work { return $_[0] + 1 }\n"                                             \
	"my $n = 0;\n"                                                                \
	"if ($ENV{UP}) { open my $f, '>', $ENV{UP} or die; print $f $$; close $f }\n" \
	"my $left = $ENV{ROUNDS} // 1e9;\n"                                           \
	"while ($left-- && !-e 'end') {\n"                                            \
	"    $n = work($n);\n"                                                        \
	"    select undef, undef, undef, 0.002;\n"                                    \
	"}\n"

Test(all, what_runs_what_comes_and_what_they_fork_and_become)
{
	put_file("a.pl", WORKER);
	put_file("b.pl", "sub twice { return 2 * $_[0] }\n"
			 "twice($_) for 1 .. 3;\n"
			 "my $pid = fork;\n"
			 "if (!$pid) { twice(1); exit }\n"
			 "waitpid $pid, 0;\n"
			 "$ENV{ROUNDS} = 7;\n"
			 "exec 'perl', \"$ENV{PWD}/a.pl\";\n");
	put_file("c.pl", "print 'not ours';\n");
	cr_assert_eq(
		run(ALL
		    "UP=up perl $PWD/a.pl & W=$!; until_file up\n"
		    "all --match=$PWD/[ab].pl; sleep 0.5\n"
		    "perl $PWD/b.pl & B=$!; wait $B; perl c.pl; touch end; wait $W; rm end\n"
		    "over; echo status $?; profiles; stat -c '%%a %%u %%n' out out/*; of $W; echo of b; of $B"),
		0, "%s%s", e2e_out, e2e_err);
	expect_out("status 0\n4\n700 0 out\n600 0 out/perl.");
	expect_err("/out: 4 profiles, ");
	expect_nothing_lost();
	cr_expect_gt(number_behind("/a.pl:6 main::RUNTIME main::work "), 50);
	expect_out("\nof b\n");
	expect_out("/b.pl:2 main::RUNTIME main::twice 3 ");
	expect_out("/a.pl:6 main::RUNTIME main::work 7 ");
	cr_expect_null(strstr(e2e_out, "/c.pl"));
}

/* The second one is of another root, and other perls of that root are not looked at.  It forks with calls under way. */
Test(all, two_builds_at_once)
{
	char tree[600];
	const char *ci = getenv("CI");

	snprintf(tree, sizeof(tree), "%s/build/perls/bullseye/.complete", e2e_top);
	if (!exists(tree) && (!ci || strcmp(ci, "true") != 0))
		cr_skip_test("run scripts/setup.sh test");
	put_file("a.pl", WORKER);
	put_file("b.pl", "sub f { $_[0] }\n"
			 "until (-e \"$0.end\") { f($_); select undef, undef, undef, 0.001 }\n"
			 "sub down { $_[0] ? down($_[0] - 1) : fork }\n"
			 "my $pid = down(40);\n"
			 "f($_) for 1 .. 100;\n"
			 "waitpid $pid, 0 if $pid;\n");
	cr_assert_eq(
		run(ALL
		    "all --match=$PWD --interval=1; yes perl $PWD/a.pl\n"
		    "T=$TOP/build/perls/bullseye; S=/tmp/nyt-all-$$.pl; cp b.pl $T$S\n"
		    "chroot $T perl $S $PWD & W=$!; seen $W; touch $T$S.end; wait $W; rm $T$S*\n"
		    "over; profiles\n"
		    "for f in out/*.nytprof; do perl $TOP/tests/e2e/profile.pl $f; done >of\n"
		    "cat of; echo after $(grep -c ':5 main::RUNTIME main::f 100 ' of)"),
		0, "%s%s", e2e_out, e2e_err);
	expect_out("3\n");
	expect_out("\nafter 2\n");
	expect_no_err("nothing (0)");
	expect_out("attr perl_version 5.36.0\n");
	expect_out("attr perl_version 5.32.");
	cr_expect_gt(number_behind("/a.pl:6 main::RUNTIME main::work "), 20);
	cr_expect_gt(number_behind(".pl:2 main::RUNTIME main::f "), 20);
	expect_err(" met late had run before the perl was known");
}

Test(all, one_that_loads_perl_when_it_has_long_been_running)
{
	put_file("a.pl", WORKER);
	cr_assert_eq(run("cc -o late $TOP/tests/e2e/late.c -ldl"), 0, "%s", e2e_err);
	cr_assert_eq(run("ls -1 /usr/lib/*/libperl.so.5.* | head -1"), 0, "%s", e2e_err);
	cr_assert_eq(
		run(ALL
		    "L=$(ls -1 /usr/lib/*/libperl.so.5.* | head -1)\n"
		    "./late $L $PWD/a.pl & W=$!; until_file up\n"
		    "all --match=$PWD/a.pl --interval=1; touch go; seen $W; touch end; wait $W; over; profiles; of $W"),
		0, "%s%s", e2e_out, e2e_err);
	expect_out("1\n");
	cr_expect_gt(number_behind("/a.pl:6 main::RUNTIME main::work "), 20);
}

#define OVERLAYS                                                                            \
	"mkdir work one two; mount -t tmpfs none work || exit 9\n"                          \
	"for o in one two; do mkdir -p work/$o work/w$o\n"                                  \
	"    mount -t overlay overlay -o lowerdir=/,upperdir=work/$o,workdir=work/w$o $o\n" \
	"    mkdir $o/app; cp a.pl $o/app; done\n"                                          \
	"trap 'umount -l one two work' EXIT\n"

/* Images of containers are layers: the perl of both is the host's, which has one place for a probe. */
Test(all, containers_of_one_image_are_not_counted_twice)
{
	put_file("a.pl", WORKER);
	cr_assert_eq(
		run(ALL OVERLAYS
		    "all --match=\"/a.pl $PWD\" --interval=1; yes perl $PWD/a.pl $PWD; export ROUNDS=300\n"
		    "chroot one perl /app/a.pl $PWD & X=$!; chroot two perl /app/a.pl $PWD & Y=$!\n"
		    "wait $X $Y; over; profiles; of $X; of $Y"),
		0, "%s%s", e2e_out, e2e_err);
	expect_out("3\n");
	expect_out("/app/a.pl:6 main::RUNTIME main::work 300 ");
	cr_expect_null(strstr(e2e_out, " main::work 600 "), "%s", e2e_out);
}

/* Or nobody could unmount it. */
Test(all, a_container_that_has_gone_is_let_go)
{
	put_file("a.pl", WORKER);
	cr_assert_eq(run(ALL OVERLAYS
			 "cp --remove-destination /usr/bin/perl one/usr/bin/perl\n"
			 "all -v --match=\"/a.pl $PWD\" --interval=1\n"
			 "ROUNDS=800 chroot one perl /app/a.pl $PWD & X=$!; sleep 1\n"
			 "umount one && exit 9; wait $X; sleep 4.5; umount one || exit 8\n"
			 "over; profiles; of $X; mount -t tmpfs none one"),
		     0, "%s%s", e2e_out, e2e_err);
	expect_out("1\n");
	expect_err("a perl that nobody has any more is not probed any more");
	cr_expect_gt(number_behind("/app/a.pl:6 main::RUNTIME main::work "), 300);
}

/* ------------------------------------------------------------------------ filters */

/* The names of the programs whose profiles are there, in order. */
#define PROGRAMS \
	"programs() { for f in out/*.nytprof; do strings $f | grep -o 'application=.*' | grep -o '[a-z]*\\.pl'; done | sort | xargs; }\n"

/* Runs several; only some are to be recorded. */
static void expect_programs(const char *filter, const char *commands, const char *programs)
{
	cr_assert_eq(run(ALL PROGRAMS "all --interval=1 %s\n%s\nover; programs", filter, commands),
		     0, "%s%s", e2e_out, e2e_err);
	cr_expect_str_eq(e2e_out, programs, "%s: %s%s", filter, e2e_out, e2e_err);
}

static void put_workers(void)
{
	put_file("yes.pl", WORKER);
	put_file("no.pl", WORKER);
}

Test(all, by_name_and_by_executable)
{
	put_workers();
	cr_assert_eq(run("cp /usr/bin/perl nyt-$$-x; echo nyt-$$-x"), 0);
	e2e_out[strcspn(e2e_out, "\n")] = '\0';
	setenv("MINE", e2e_out, 1);
	expect_programs("--comm=$MINE",
			"yes ./$MINE yes.pl; no perl no.pl; no ./$MINE yes.pl; true",
			"yes.pl yes.pl\n");
	expect_programs("--exe=\"$PWD/nyt-*\"",
			"rm -r out/*; yes ./$MINE yes.pl; no perl no.pl; true", "yes.pl\n");
}

/* The perl is probed when the first of the user's comes; one can become the user later. */
Test(all, by_user)
{
	put_workers();
	put_file("later.pl",
		 "sub work { return 1 }\nwork();\n$< = $> = 54321;\nwork() for 1 .. 3;\n");
	expect_programs(
		"--uid=54321",
		"yes setpriv --reuid=54321 --clear-groups perl yes.pl; no perl no.pl; perl later.pl; true",
		"later.pl yes.pl\n");
	cr_assert_eq(run("f=$(grep -la later.pl out/*); perl $TOP/tests/e2e/profile.pl $f"), 0);
	expect_out("/later.pl:4 main::RUNTIME main::work 3 ");
	expect_line("/later.pl:2", 0);
}

Test(all, filters_add_up_and_a_wrong_one_is_said)
{
	put_workers();
	expect_programs(
		"--uid=0 --match=$PWD/yes",
		"yes perl $PWD/yes.pl; no setpriv --reuid=54321 --clear-groups perl $PWD/yes.pl; no perl $PWD/no.pl; true",
		"yes.pl\n");
	cr_expect_eq(run("$AGENT --all --match='('"), 2);
	expect_one_line("--match=(: ");
	cr_expect_eq(run("$AGENT --all --uid=nobody-at-all"), 2);
	expect_one_line("neither a number nor a user's name");
	cr_expect_eq(run("$AGENT --keep=3 --pid 1"), 2);
	expect_one_line("belong to --all");
	cr_expect_eq(run("$AGENT --all -o x.out"), 2);
	expect_one_line("use --output-dir");
	cr_expect_eq(run("NYTPROF=addpid=1 $AGENT --all --output-dir=out -d 0.1 --match=$PWD"), 0);
	expect_err("addpid= in NYTPROF has no effect with --all");
}

Test(all, groups_that_can_not_be_meant_are_warned_of)
{
	cr_assert_eq(run("timeout -s INT 8 $AGENT --all --cgroup=/nyt-none --output-dir=out & "
			 "recording; kill -INT $!; wait; $AGENT --all --container=abc -d 0.1 "
			 "--output-dir=out"),
		     0, "%s", e2e_err);
	expect_err("--cgroup=/nyt-none: there is no such control group at present");
	expect_err("--container=abc: less than 4 characters");
}

#define GROUP "G=$(awk '$3 == \"cgroup2\" { print $2 }' /proc/self/mounts | head -1)\n"

Test(all, by_control_group_and_by_container)
{
	put_workers();
	expect_programs(
		"--cgroup=/nyt-a$$",
		GROUP
		"mkdir -p $G/nyt-a$$/b\n"
		"yes sh -c \"echo \\$\\$ >$G/nyt-a$$/b/cgroup.procs; exec perl yes.pl\"; no perl no.pl\n"
		"rmdir $G/nyt-a$$/b $G/nyt-a$$",
		"yes.pl\n");
	expect_programs(
		"--container=$(printf %08xfeed $$)",
		"rm out/*.nytprof;" GROUP
		"D=$G/docker-$(printf %08xfeed $$)0123456789abcdef.scope; mkdir $D\n"
		"yes sh -c \"echo \\$\\$ >$D/cgroup.procs; exec perl yes.pl\"; no perl no.pl; rmdir $D",
		"yes.pl\n");
}

/* -------------------------------------------------------------------------- files */

Test(all, what_is_on_the_disk_is_valid_at_any_time)
{
	put_file("a.pl", WORKER);
	cr_assert_eq(
		run(ALL
		    "all --match=$PWD/a.pl --interval=1\n"
		    "UP=up perl $PWD/a.pl & W=$!; until_file up; until [ -e out/*.$W.*.nytprof ]; do sleep 0.1; done\n"
		    "of $W | grep main::work; cp out/*.$W.* first; sleep 1.5\n"
		    "kill -9 $A; wait $A; cp out/*.$W.* second\n"
		    "all --match=$PWD/a.pl; touch end; wait $W; over; profiles\n"
		    "perl $TOP/tests/e2e/profile.pl second"),
		0, "%s%s", e2e_out, e2e_err);
	expect_out("\n2\n"); /* one of each agent */
	cr_expect_gt(number_behind("/a.pl:6 main::RUNTIME main::work "), 50);
}

Test(all, one_that_is_killed_has_its_profile_at_once)
{
	put_file("a.pl", WORKER);
	cr_assert_eq(
		run(ALL
		    "all --match=$PWD/a.pl --interval=1; perl $PWD/a.pl & W=$!; seen $W; sleep 0.5\n"
		    "rm out/*.nytprof; kill -9 $W; seen $W; of $W; over"),
		0, "%s%s", e2e_out, e2e_err);
	cr_expect_gt(number_behind("/a.pl:6 main::RUNTIME main::work "), 50);
}

/* A worker that says how often it worked, and a script that stops the process that writes next, and prints its pid. */
static void put_worker_and_stop(void)
{
	put_file("a.pl", WORKER "open my $f, '>', \"count.$$\" or die; print $f $n; close $f;\n");
	put_file(
		"stop.pl",
		"my ($agent) = @ARGV;\n"
		"sub writes { open my $c, '<', \"/proc/$_[0]/comm\" or return; <$c> ne \"nytprof-look\\n\" }\n"
		"while (1) {\n"
		"    open my $f, '<', \"/proc/$agent/task/$agent/children\" or die;\n"
		"    my ($child) = grep { writes($_) } split ' ', <$f> // '' or next;\n"
		"    kill STOP => $child or next;\n"
		"    for (1 .. 1000) {\n"
		"        open my $s, '<', \"/proc/$child/stat\" or last;\n"
		"        my ($state) = <$s> =~ /\\) (\\w)/;\n"
		"        print(\"$child\\n\"), exit if $state eq 'T';\n"
		"        last if $state eq 'Z';\n"
		"    }\n"
		"}\n");
}

/* The disk of one who writes hangs: what has ended meanwhile is written, of that one process behind it. */
Test(all, a_flush_that_hangs_holds_up_nobody)
{
	put_worker_and_stop();
	cr_assert_eq(
		run(ALL
		    "all --match=$PWD/a.pl --interval=1; yes perl $PWD/a.pl; perl $PWD/a.pl & W=$!; seen $W; F=$(perl stop.pl $A)\n"
		    "touch end; wait $W; rm end; ROUNDS=50 perl $PWD/a.pl & X=$!; wait $X; seen $X; of $X\n"
		    "$AGENT ctl flush $A; echo flush $?; grep '^State' /proc/$F/status; kill -CONT $F\n"
		    "until of $W | grep -q \"^sub main::work $(cat count.$W) \"; do sleep 0.1; done; over; echo status $?; profiles"),
		0, "%s%s", e2e_out, e2e_err);
	expect_out("sub main::work 50 ");
	expect_out("flush 1\nState:\tT (stopped)\nstatus 0\n3\n");
	expect_err("is still being written, by process ");
}

Test(all, a_flush_that_is_killed_is_said_and_made_up_for)
{
	put_worker_and_stop();
	cr_assert_eq(
		run(ALL
		    "all --match=$PWD/a.pl --interval=1; yes perl $PWD/a.pl; perl $PWD/a.pl & W=$!; seen $W; F=$(perl stop.pl $A)\n"
		    "kill -KILL $F; until grep \"process $F, which wrote\" stderr >said; do sleep 0.05; done\n"
		    "rm out/*.nytprof; seen $W; touch end; wait $W\n"
		    "until of $W | grep -q \"^sub main::work $(cat count.$W) \"; do sleep 0.1; done; over; echo status $?\n"
		    "cat said"),
		0, "%s%s", e2e_out, e2e_err);
	expect_out("status 0\nnytprof-bpf: process ");
	expect_out(" was killed by signal 9 (Killed): ");
}

/* Who is recorded is known by its pid; who is turned away, by another filter, is not. */
Test(all, ctl_of_one_process)
{
	put_workers();
	cr_assert_eq(
		run(ALL
		    "all --match=$PWD/yes.pl --interval=1; UP=no perl $PWD/no.pl & N=$!\n"
		    "perl $PWD/yes.pl & W=$!; seen $W; until_file no; sleep 0.5\n"
		    "answers() { $AGENT ctl status $1 | grep -c \"^recorder $A:\\|^$W .*/yes.pl: on, \"; }\n"
		    "answers $W; $AGENT ctl flush $W | grep -c \"/perl.$W.\"; answers $N\n"
		    "touch end; wait $W $N; seen $W; sleep 0.5; answers $W; over"),
		0, "%s%s", e2e_out, e2e_err);
	cr_expect_str_eq(e2e_out, "2\n1\n0\n0\n", "%s%s", e2e_out, e2e_err);
}

Test(all, the_oldest_profiles_go_first)
{
	put_workers();
	cr_assert_eq(
		run(ALL
		    "mkdir -m 700 out; echo mine >out/notes; ln -s /etc/passwd out/a.nytprof\n"
		    "echo >out/ahead.nytprof; touch -d '2 days' out/ahead.nytprof\n"
		    "all --match=$PWD/yes.pl --keep=3 --interval=1; yes perl $PWD/yes.pl\n"
		    "for i in 1 2 3 4; do ROUNDS=50 perl $PWD/yes.pl & W=$!; wait $W; echo $W >>pids; seen $W; done; sleep 0.5\n"
		    "ls out/*.nytprof | grep -v a.nytprof | grep -c .\n"
		    "for p in $(tail -3 pids); do ls out/*.$p.*; done >&2; over; ls out"),
		0, "%s%s", e2e_out, e2e_err);
	cr_expect_eq(number_behind(""), 3, "%s", e2e_out);
	expect_out("\na.nytprof\nnotes\n");
	/* It is from before the clock was set back. */
	cr_expect_null(strstr(e2e_out, "ahead"));
	cr_assert_eq(
		run("test -L out/a.nytprof && $AGENT --all --match=$PWD/yes.pl --output-dir=out --max-size=4k -d 0.1;"
		    "ls out/*.nytprof | grep -v a.nytprof | grep -c ."),
		0, "%s%s", e2e_out, e2e_err);
	cr_expect_eq(number_behind(""), 1, "%s", e2e_out);
}

/* What is removed of one that does nothing would not be written again. */
Test(all, the_profile_of_one_that_runs_stays)
{
	put_workers();
	put_file("idle.pl", "sub f { 1 } f() for 1 .. 5; sleep 100");
	cr_assert_eq(
		run(ALL
		    "all --match=$PWD/[yi] --keep=2 --interval=1; yes perl $PWD/yes.pl\n"
		    "perl $PWD/idle.pl & I=$!; seen $I; for i in 1 2 3 4; do ROUNDS=5 perl $PWD/yes.pl & W=$!; wait $W; seen $W; done\n"
		    "until [ $(profiles) = 2 ]; do sleep 0.1; done; kill -9 $A; wait $A; ls out; of $I; kill $I"),
		0, "%s%s", e2e_out, e2e_err);
	expect_out("sub main::f 5 ");
}

Test(all, two_agents_at_once)
{
	cr_assert_eq(
		run(ALL
		    "all --match=$PWD\n$AGENT --all --match=$PWD --output-dir=out 2>second; echo $?\n"
		    "grep -c \"another nytprof-bpf (process $A) writes to out\" second; over"),
		0, "%s%s", e2e_out, e2e_err);
	cr_expect_str_eq(e2e_out, "1\n1\n", "%s%s", e2e_out, e2e_err);
}

Test(all, a_directory_that_others_could_use_is_refused)
{
	cr_expect_eq(run("mkdir real; ln -s real link; $AGENT --all --output-dir=link"), 1);
	expect_one_line("can't use the directory link: it is a link, or no directory");
	cr_expect_eq(run("chmod 755 real; $AGENT --all --output-dir=real"), 1);
	expect_one_line("is not ours alone (owner 0, mode 0755)");
	cr_expect_eq(run("chmod 700 real; chown 54321 real; $AGENT --all --output-dir=real"), 1);
	expect_one_line("is not ours alone (owner 54321, mode 0700)");
	cr_expect_eq(
		run("mkdir -m 700 mine; ln -s /etc/passwd mine/.lock; $AGENT --all --output-dir=mine"),
		1);
	expect_one_line("can't open mine/.lock");
	cr_expect_eq(run("$AGENT --all --output-dir=not/there"), 1);
	expect_one_line("can't make the directory not/there: No such file or directory");
}

/* Files and links of the next process's names; and the directory becomes another one. */
Test(all, nothing_outside_the_directory_is_written_to)
{
	put_workers();
	put_file("victim", "precious\n");
	cr_assert_eq(
		run(ALL
		    "all --match=$PWD/yes.pl --interval=1 --owner=target\n"
		    "setpriv --reuid=54321 --clear-groups perl $PWD/yes.pl & W=$!\n"
		    "seen $W\n"
		    "stat -c '%%a %%u' out/*.nytprof; F=$(ls out/*.nytprof); rm $F; ln -s $PWD/victim $F\n"
		    "sleep 4; test -L $F && echo still a link; rm $F; ln victim $F; sleep 4\n"
		    "cat victim; mv out away; mkdir out; touch end; wait $W; over\n"
		    "cat victim; ls out | wc -l; ls away"),
		0, "%s%s", e2e_out, e2e_err);
	expect_out("600 54321\nstill a link\nprecious\nprecious\n0\nperl.");
	expect_err("it is a symbolic link, which is not followed");
}

Test(all, a_full_disk_is_survived_and_said)
{
	put_workers();
	cr_assert_eq(
		run(ALL
		    "mkdir out; mount -t tmpfs -o size=64k,mode=700 none out || exit 9\n"
		    "all --match=$PWD/yes.pl --interval=1; yes perl $PWD/yes.pl; sleep 1; head -c 1M </dev/zero >out/full\n"
		    "no perl $PWD/yes.pl; no perl $PWD/yes.pl; sleep 1.5; rm out/full; no perl $PWD/yes.pl\n"
		    "over; echo status $?; profiles; umount out"),
		0, "%s%s", e2e_out, e2e_err);
	expect_out("status 1\n2\n");
	expect_err(
		"No space left on device; what else can't be written in the next minute is only counted");
	expect_err("of 2 profiles that could not be written");
}

/* All of a storm's are there, as the perl is known. */
Test(all, two_hundred_in_a_second)
{
	put_file("a.pl", WORKER);
	put_file("storm.pl",
		 "use Time::HiRes qw(time sleep);\n"
		 "my $at = time;\n"
		 "for my $i (0 .. 199) {\n"
		 "    my $left = $at + $i / 200 - time;\n"
		 "    sleep $left if $left > 0;\n"
		 "    exec 'perl', '-e', 'sub f { 1 } f() for 1 .. 3', $ENV{PWD} if !fork;\n"
		 "}\n"
		 "1 while wait != -1;\n");
	cr_assert_eq(
		run(ALL
		    "all --match=$PWD --interval=1\nyes perl $PWD/a.pl; sleep 1; rm out/*.nytprof\n"
		    "perl storm.pl; over; profiles\n"
		    "for f in out/*.nytprof; do perl $TOP/tests/e2e/profile.pl $f; done | grep -c '^sub main::f 3 '"),
		0, "%s%s", e2e_out, e2e_err);
	cr_expect_str_eq(e2e_out, "200\n200\n", "%s%s", e2e_out, e2e_err);
}

/* The maps of names do not get empty again: without an end to that, what is new had no name for good. */
Test(all, one_that_has_met_very_many_names_begins_anew, .timeout = 400)
{
	put_file("a.pl", WORKER);
	put_file("b.pl", "for my $i (1 .. 200_000) { eval \"sub fill_$i { 1 } fill_$i()\" }\n");
	put_file("c.pl", "sub later { 1 }\n"
			 "later() for 1 .. 10;\n");
	cr_assert_eq(
		run(ALL "perl $PWD/a.pl & W=$!\n"
			"all --match=$PWD/ --stmts=0 --interval=1; perl $PWD/b.pl\n"
			"until [ $(said) = 2 ]; do sleep 0.1; done\n"
			"perl $PWD/c.pl & C=$!; wait $C; touch end; wait $W; over; echo status $?\n"
			"ls out/*.$W.* | wc -l; of $C"),
		0, "%s%s", e2e_out, e2e_err);
	expect_out("status 0\n2\n");
	expect_out(":2 main::RUNTIME main::later 10 ");
	expect_err("the recording begins anew");
	expect_nothing_lost();
}

/*
 * Returns are what kills a program that changes between C stacks.  One that does is left alone, and nobody else has
 * less for it; nor for a file that is only called like Coro's.  With a filter, returns are seen of those that fit it.
 */
Test(all, who_loads_coro_has_no_returns_and_others_have)
{
	put_file("a.pl", "my $s;\n"
			 "sub work { 'abc' =~ /b/ && ($s = 'x' x 3_000_000); return 1 }\n"
			 "my $left = 1e9; while ($left-- && !-e 'end') { work();\n"
			 "    select undef, undef, undef, 0.002 }\n");
	put_file("c.pl", "use Coro;\n"
			 "package T; sub TIEHANDLE { bless [] }\n"
			 "sub PRINT { Coro::cede(); my $x = 'abc' =~ /b/; return 1 }\n"
			 "package main; tie *FH, 'T';\n"
			 "my @c = map { async { for (1 .. 20) {\n"
			 "    print FH 'x'; 'y' =~ /(y)/; Coro::cede() } } } 1 .. 4;\n"
			 "for (1 .. 50) { 'abc' =~ /c/; print FH 'y'; cede }\n"
			 "my $pid = fork; $_->join for @c;\n"
			 "if ($pid) { waitpid $pid, 0; print $? ? \"killed\\n\" : \"child\\n\" }\n"
			 "print \"done\\n\" if $pid;\n");
	if (run("perl -MCoro -e1"))
		cr_skip_test("needs libcoro-perl");
	cr_assert_eq(
		run(ALL
		    "mkdir -p Coro/State; chmod 755 .; cp /bin/sleep Coro/State/State.so\n"
		    "setpriv --reuid=54321 --clear-groups Coro/State/State.so 60 & S=$!\n"
		    "all --interval=1 --match=$PWD/[ac].pl\n"
		    "perl $PWD/a.pl & W=$!; seen $W\n"
		    "setpriv --reuid=54321 --clear-groups Coro/State/State.so 60 & T=$!\n"
		    "perl $PWD/c.pl & C=$!; wait $C; echo status $?\n"
		    "touch end; wait $W; rm end; kill $S $T; over; of $W | grep builtin\n"
		    "of $W | awk '/^line .*a.pl:2 /{l=$4} /^sub main::CORE:match /{m=$4}\n"
		    "    END{print 2 * m < l ? \"exact\" : \"up to the next statement\"}'; of $C"),
		0, "%s%s", e2e_out, e2e_err);
	expect_out("child\ndone\nstatus 0\nexact\n");
	expect_out("attr agent_builtin_times approximate\n");
	expect_out("sub T::PRINT ");
	expect_nothing_lost();
}
