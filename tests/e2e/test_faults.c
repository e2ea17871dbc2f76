// SPDX-License-Identifier: GPL-2.0-or-later
/* What fails: system calls (strace injects the error), the agent itself, its directory; and a pid that comes again. */
#include "e2e.h"

TestSuite(faults, .init = e2e_init, .fini = e2e_fini, .timeout = 150);

#define FAULTS                                                                 \
	"until_said() { until grep -q \"$1\" stderr; do sleep 0.05; done; }\n" \
	"of() { for f in out/*.$1.*; do perl $TOP/tests/e2e/profile.pl $f; done; }\n"

#define WORKER                                                                    \
	"sub work { return $_[0] + 1 }\n"                                         \
	"my ($n, $end) = (0, $ARGV[0]);\n"                                        \
	"while (!-e $end) { $n = work($n); select undef, undef, undef, 0.005 }\n" \
	"print \"worked\\n\";\n"

/* It goes on, and then nothing is missing, or it says in one line what failed, and has started nothing. */
static void expect_clear_end(const char *error, int when)
{
	int status =
		run("strace -f --seccomp-bpf -o calls -e trace=bpf -e inject=bpf:error=%s:when=%d "
		    "$AGENT -o p.out -- perl a.pl; S=$?; grep -q INJECTED calls || exit 9; exit $S",
		    error, when);

	cr_expect(status == 0 || status == 1, "%s %d: %d %s", error, when, status, e2e_err);
	if (status) {
		expect_one_line("can't ");
		cr_expect_str_eq(e2e_out, "", "%s", e2e_out);
		return;
	}
	cr_expect_str_eq(e2e_out, "worked\n");
	read_profile("p.out");
	expect_out("/a.pl:2 main::RUNTIME main::f 5 ");
}

/* Calls of bpf(2) until the command runs: strace counts for each thread, so those of the first. */
static int calls_at_the_start(void)
{
	cr_assert_eq(
		run("strace -f --seccomp-bpf -o calls -e trace=bpf,execve $AGENT -o p.out -- perl a.pl >&2\n"
		    "awk 'NR == 1 { p = $1 } /execve/ && $1 != p { exit } $1 == p && / bpf\\(/ { n++ } END { print n }' calls"),
		0, "%s", e2e_err);
	return atoi(e2e_out);
}

Test(faults, at_the_start)
{
	static const char *const errors[] = { "EPERM",	"ENOMEM", "E2BIG",
					      "ENOSPC", "EBUSY",  "EMFILE" };
	int calls, i;

	put_file("a.pl", "sub f { 1 }\nf() for 1 .. 5;\nprint \"worked\\n\";\n");
	calls = calls_at_the_start();
	cr_assert_gt(calls, 100);
	for (i = 0; i < 6; i++)
		expect_clear_end(errors[i], 1 + i * (calls - 1) / 5);
}

Test(faults, every_perl_without_perf_events)
{
	static const struct {
		const char *error, *text;
	} errors[] = { { "EMFILE", "Too many open files" },
		       { "EACCES", "Permission denied" },
		       { "ENOMEM", "Cannot allocate memory" },
		       { "ENOSYS", "Function not implemented" } };
	size_t i;

	for (i = 0; i < sizeof(errors) / sizeof(errors[0]); i++) {
		cr_expect_eq(
			run("strace -f --seccomp-bpf -o /dev/null -e trace=perf_event_open -e inject=perf_event_open:error=%s:when=1+ "
			    "$AGENT --all --output-dir=out --match=$PWD -d 1",
			    errors[i].error),
			1, "%s", errors[i].error);
		expect_one_line(errors[i].text);
	}
	cr_expect_eq(
		run("ls -A out | grep -v lock | wc -l; find /run/nytprof-bpf -name '*.sock' | while read s; do p=${s##*/}; test -e /proc/${p%%.sock} || echo $s is left; done"),
		0);
	cr_expect_str_eq(e2e_out, "0\n", "%s", e2e_out);
}

/* What waits, reads the maps or watches is missing: a service that would record nothing does not stay. */
Test(faults, every_perl_without_descriptors_to_wait_at)
{
	int i, ended = 0;

	put_file("a.pl", WORKER);
	for (i = 1; i <= 5; i++) {
		cr_assert_eq(
			run("strace -f --seccomp-bpf -o calls -e trace=epoll_create1 -e inject=epoll_create1:error=EMFILE:when=%d "
			    "$AGENT --all --output-dir=out --match=$PWD -d 1 & A=$!\n"
			    "perl $PWD/a.pl end & P=$!; wait $A; echo $?; touch end; wait $P; rm end; grep -c INJECTED calls",
			    i),
			0, "%s%s", e2e_out, e2e_err);
		ended += !strcmp(e2e_out, "1\nworked\n1\n");
		cr_expect(e2e_out[0] == '0' || !strcmp(e2e_out, "1\nworked\n1\n"), "%d: %s%s", i,
			  e2e_out, e2e_err);
		cr_expect(e2e_out[0] == '0' || strstr(e2e_err, "Too many open files"), "%s",
			  e2e_err);
		cr_expect(e2e_out[0] == '0' || !strstr(e2e_err, ": recording"), "%s", e2e_err);
	}
	/* Without a socket for ctl it goes on. */
	cr_expect_eq(ended, 4);
}

/* While it records: it ends by itself and says why, or goes on when the fault is over. */
static void expect_unharmed(const char *inject)
{
	cr_assert_eq(
		run(FAULTS
		    "rm -rf end calls nytprof.out*; perl a.pl end & P=$!; $AGENT --pid $P & A=$!; until_said '^nytprof-bpf: recording'\n"
		    "sleep 0.3; timeout 2 strace -f --seccomp-bpf -o calls -e trace=bpf -e inject=%s -p $A 2>/dev/null\n"
		    "grep -q INJECTED calls && echo injected\n"
		    "sleep 0.3; kill -0 $P || echo harmed; touch end; wait $P; wait $A; echo status $?\n"
		    "grep -c \"can't\" stderr || true",
		    inject),
		0, "%s: %s%s", inject, e2e_out, e2e_err);
	if (strcmp(e2e_out, "injected\nworked\nstatus 0\n0\n") != 0)
		cr_expect_str_eq(e2e_out, "injected\nworked\nstatus 1\n1\n", "%s: %s%s", inject,
				 e2e_out, e2e_err);
}

Test(faults, while_it_records)
{
	put_file("a.pl", WORKER);
	expect_unharmed("bpf:error=ENOMEM:when=1+");
	expect_unharmed("bpf:error=EPERM:when=2");
	expect_unharmed("bpf:error=EAGAIN:when=3..20");
	expect_unharmed("bpf:error=EINTR:when=1+3");
}

/* Nobody can clean up behind SIGKILL but the next one. */
Test(faults, an_agent_that_is_killed)
{
	put_file("a.pl", WORKER);
	cr_assert_eq(
		run(FAULTS
		    "perl $PWD/a.pl end & P=$!\n"
		    "$AGENT --all --match=$PWD --output-dir=out --interval=1 & A=$!; until_said '^nytprof-bpf: recording'\n"
		    "until ls out/*.$P.* >ls 2>&1; do sleep 0.1; done; test -e /run/nytprof-bpf/$A.sock && echo socket\n"
		    "kill -9 $A; wait $A; sleep 1; echo rest >out/.nytprof-bpf.12345678.tmp; rm stderr; exec 2>stderr\n"
		    "$AGENT --all --match=$PWD --output-dir=out & B=$!; until_said '^nytprof-bpf: recording'\n"
		    "sleep 1; kill -0 $P && echo unharmed; touch end; wait $P; kill -INT $B; wait $B; echo status $?\n"
		    "ls -A out | grep -c tmp; test -e /run/nytprof-bpf/$A.sock && echo left; ls out/*.$P.* | wc -l\n"),
		0, "%s%s", e2e_out, e2e_err);
	cr_expect_str_eq(e2e_out, "socket\nunharmed\nworked\nstatus 0\n0\n2\n", "%s%s", e2e_out,
			 e2e_err);
	/* And the command of one. */
	cr_assert_eq(
		run(FAULTS
		    "rm end; M=$(wc -l </proc/self/mounts); cp a.pl killed.pl; $AGENT -- perl killed.pl end & A=$!\n"
		    "until P=$(pgrep -nf '^perl killed.pl end'); do sleep 0.1; done; sleep 1\n"
		    "kill -9 $A; wait $A; sleep 0.5; kill -0 $P && echo unharmed; touch end; while kill -0 $P 2>/dev/null; do sleep 0.1; done\n"
		    "[ $M -ge $(wc -l </proc/self/mounts) ] && echo no more mounts"),
		0, "%s%s", e2e_out, e2e_err);
	expect_out("unharmed\nworked\nno more mounts\n");
}

Test(faults, a_directory_that_is_removed)
{
	put_file("a.pl", WORKER);
	cr_assert_eq(
		run(FAULTS
		    "perl $PWD/a.pl end & P=$!\n"
		    "$AGENT --all --match=$PWD --output-dir=out --interval=1 & A=$!; until_said '^nytprof-bpf: recording'\n"
		    "until ls out/*.$P.* >ls 2>&1; do sleep 0.1; done; rm -r out; sleep 2.5; kill -0 $A && echo goes on\n"
		    "touch end; wait $P; kill -INT $A; wait $A; echo status $?"),
		0, "%s%s", e2e_out, e2e_err);
	cr_expect_str_eq(e2e_out, "goes on\nworked\nstatus 1\n", "%s%s", e2e_out, e2e_err);
	expect_err("can't write ");
	expect_err("of 1 profile that could not be written");
}

/*
 * Of each process one file below /proc/PID can't be opened, or can't be read, from the start on: as if it ended at that
 * step.  The others are whole.  last: the file that is needed last.
 */
static void expect_others(const char *inject, const char *injected, const char *last)
{
	cr_assert_eq(
		run(FAULTS
		    "rm -rf end out calls pids\n"
		    "for f in maps comm stat mem ns/mnt cgroup cmdline status none; do\n"
		    "    perl $PWD/a.pl $PWD/end & set -- \"$@\" -P /proc/$!/$f; echo $f $! >>pids; done; sleep 0.3\n"
		    "strace -f -y -o calls -e trace=%%file,read,pread64 -e inject=%s \"$@\" "
		    "$AGENT --all --output-dir=out --match=$PWD --interval=1 & A=$!; until_said '^nytprof-bpf: recording'\n"
		    "until grep INJECTED calls | grep -q '/%s\\>'; do sleep 0.1; done; perl $PWD/b.pl; touch end; sleep 1; pkill -INT -P $A; wait $A; echo status $?\n"
		    "grep INJECTED calls | grep -o '/proc/[0-9]*/[a-z/]*' | sed 's,.*/,,' | sort -u\n"
		    "while read f p; do ls out/*.$p.* >/dev/null 2>&1 && echo has $f; done <pids | wc -l\n"
		    "for f in out/*; do perl $TOP/tests/e2e/profile.pl $f; done | grep -c '^sub main::f 7'",
		    inject, last),
		0, "%s: %s%s", inject, e2e_out, e2e_err);
	expect_out("\nstatus 0\n");
	expect_out(injected);
	expect_out("\n9\n1\n");
}

Test(faults, files_of_proc_that_vanish)
{
	put_file("a.pl", WORKER);
	put_file("b.pl", "sub f { 1 }\nf() for 1 .. 7;\n");
	expect_others("openat,openat2,readlink,readlinkat:error=ENOENT", "\nmaps\nmem\n", "mem");
	/* What a worker reads when it has no rights any more, strace can't tell the name of. */
	expect_others("read,pread64:error=ESRCH", "\nmaps\n", "maps");
}

/* The notices of what begins and ends have no room: the maps have it all the same. */
Test(faults, an_agent_that_does_not_come_to_look)
{
	put_file("a.pl", WORKER);
	put_file("b.pl", "use POSIX ();\n"
			 "sub f { 1 }\n"
			 "for (1 .. 4400) {\n"
			 "    my $pid = fork // die;\n"
			 "    if (!$pid) { f(); POSIX::_exit(0) }\n"
			 "    waitpid $pid, 0;\n"
			 "}\n"
			 "print \"forked\\n\";\n");
	cr_assert_eq(
		run(FAULTS
		    "perl $PWD/a.pl end & P=$!\n"
		    "$AGENT --all --match=$PWD --output-dir=out --keep=0 & A=$!; until_said '^nytprof-bpf: recording'\n"
		    "sleep 1; kill -STOP $A; perl $PWD/b.pl; kill -CONT $A\n"
		    "touch end; wait $P; sleep 1; kill -INT $A; wait $A; echo status $?; ls out | grep -c nytprof"),
		0, "%s%s", e2e_out, e2e_err);
	cr_expect_str_eq(e2e_out, "forked\nworked\nstatus 0\n4402\n", "%s%s", e2e_out, e2e_err);
	expect_err("out: 4402 profiles, ");
	expect_err("notices to the agent: the buffer was full");
}

/* In a namespace of pids the next one can be chosen. */
Test(faults, a_pid_that_comes_again)
{
	put_file("a.pl",
		 "sub f { 1 }\nwhile (!-e 'end') { f(); select undef, undef, undef, 0.01 }\n");
	put_file("b.pl", "sub f { 1 }\nf() for 1 .. 7;\n");
	put_file(
		"inner.sh",
		"$AGENT --all --match=$PWD --output-dir=out --interval=1 & A=$!; until_said '^nytprof-bpf: recording'\n"
		"again() { echo 499 >/proc/sys/kernel/ns_last_pid; \"$@\" & echo pid $!; }\n"
		"again perl $PWD/a.pl; until ls out/*.500.* >ls 2>&1; do sleep 0.1; done; touch end; wait 500\n"
		"for i in 1 2 3; do again perl $PWD/b.pl; wait 500; done\n"
		"kill -INT $A; wait $A; echo status $?\n");
	cr_assert_eq(
		run(FAULTS
		    "export AGENT; export -f until_said; unshare -pf --mount-proc bash inner.sh\n"
		    "ls out/*.500.* | wc -l; of 500 | grep -o 'main::f [0-9]* ' | sort | uniq -c | xargs >&2"),
		0, "%s%s", e2e_out, e2e_err);
	cr_expect_str_eq(e2e_out, "pid 500\npid 500\npid 500\npid 500\nstatus 0\n4\n", "%s%s",
			 e2e_out, e2e_err);
	/* Each in the line of the sub and that of its calls. */
	expect_err("6 main::f 7\n");
}

Test(faults, the_time_of_day_is_set)
{
	put_file("a.pl", WORKER);
	cr_assert_eq(run("cc -shared -fPIC -o stepped.so $TOP/tests/e2e/stepped.c"), 0, "%s",
		     e2e_err);
	cr_assert_eq(
		run(FAULTS
		    "begin() { perl $PWD/a.pl $PWD/end & W=$!; until ls out/*.$W.* >ls 2>&1; do sleep 0.1; done; }\n"
		    "echo 0 >step; export CLOCK_STEP=$PWD/step\n"
		    "LD_PRELOAD=$PWD/stepped.so $AGENT --all --match=$PWD --interval=1 --output-dir=$PWD/out & A=$!\n"
		    "until_said ': recording '; begin; ONE=$W\n"
		    "echo 864000 >step; begin; TWO=$W\n"
		    "echo -864000 >step; begin; sleep 2; touch end; wait $ONE $TWO $W\n"
		    "kill -TERM $A; wait $A; echo status $?; for p in $ONE $TWO $W; do perl $TOP/tests/e2e/days.pl out/*.$p.*; done"),
		0, "%s%s", e2e_out, e2e_err);
	cr_expect_str_eq(e2e_out,
			 "worked\nworked\nworked\nstatus 0\n0 named short\n10 named short\n"
			 "-10 named short\n",
			 "%s", e2e_out);
	expect_err("/out: 3 profiles, ");
	expect_nothing_lost();
	cr_expect_null(strstr(e2e_err, "was changed"), "%s", e2e_err);
}

/* Sixty end within a second or two; their files take six, in which the agent drains, and answers. */
Test(faults, a_disk_that_is_slow)
{
	double ms;

	cr_assert_eq(run("cc -shared -fPIC -o slow.so $TOP/tests/e2e/slow_disk.c"), 0, "%s",
		     e2e_err);
	cr_assert_eq(
		run(FAULTS
		    "short() { perl -e 'sub f { 1 } f() for 1 .. 3' $PWD; }; files() { ls out | grep -c 'nytprof$'; }\n"
		    "LD_PRELOAD=$PWD/slow.so $AGENT --all --match=$PWD --interval=60 --output-dir=out & A=$!\n"
		    "until_said ': recording '; short; until [ $(files) = 1 ]; do short; sleep 0.1; done; rm out/*.nytprof; sleep 2; rm -f out/*.nytprof\n"
		    "for i in $(seq 60); do short; done; B=$(date +%%s%%N); $AGENT ctl status $A >status & C=$!\n"
		    "until [ -s status ]; do sleep 0.02; done; E=$(date +%%s%%N); N=$(files); wait $C\n"
		    "[ $N -lt 40 ] && echo not all; echo after $(((E - B) / 1000000)) ms\n"
		    "until [ $(files) = 60 ]; do sleep 0.1; done; kill -TERM $A; wait $A; echo status $?\n"
		    "for f in out/*.nytprof; do perl $TOP/tests/e2e/profile.pl $f; done | grep -c '^sub main::f 3 '"),
		0, "%s%s", e2e_out, e2e_err);
	expect_out("not all\n");
	expect_out("\nstatus 0\n60\n");
	ms = number_behind("after ");
	cr_expect(ms >= 0 && ms < 3000, "%g ms", ms);
	expect_no_err("could not be written");
}
