// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * Perls in containers.  No engine is needed: namespaces, an overlay and a pivoted root are what
 * an engine makes one of.
 */
#include "e2e.h"

TestSuite(containers, .init = e2e_init, .fini = e2e_fini, .timeout = 150);

/* Says its pid as the container has it, and works until it is told to end. */
#define SERVER                                                        \
	"open my $f, '>', '/run/up'; print $f \"$$\\n\"; close $f;\n" \
	"sub work { return $_[0] + 1 }\n"                             \
	"my $n = 0;\n"                                                \
	"until (-e '/run/end') {\n"                                   \
	"    $n = work($n);\n"                                        \
	"    select undef, undef, undef, 0.002;\n"                    \
	"}\n"

/*
 * A root of its own: the host's files below, a copy of perl and the script above them.  "inside"
 * is a command in it, with the named further options of unshare; $P is its pid on the host.
 */
#define CONTAINER                                                                                  \
	"mkdir -p upper/usr/bin upper/app upper/run work root\n"                                   \
	"cp server.pl upper/app; cp /usr/bin/perl upper/usr/bin/perl\n"                            \
	"mount -t tmpfs none work; mkdir work/w work/u; cp -a upper/. work/u\n"                    \
	"mount -t overlay overlay -o lowerdir=/,upperdir=work/u,workdir=work/w root\n"             \
	"trap clean EXIT\n"                                                                        \
	"inside() {\n"                                                                             \
	"    unshare \"$@\" --fork --pid --mount --net --uts --ipc --cgroup sh -c '\n"             \
	"        mount -t tmpfs none root/run; mount -t proc proc root/proc\n"                     \
	"        mount --make-private root; cd root\n"                                             \
	"        exec chroot . /usr/bin/perl /app/server.pl' &\n"                                  \
	"    U=$!\n"                                                                               \
	"    until P=$(pgrep -P $U -x perl) && [ -s /proc/$P/root/run/up ]; do sleep 0.05; done\n" \
	"}\n"                                                                                      \
	"clean() { touch /proc/$P/root/run/end; wait $U; umount -l root work; }\n"

static void expect_server(void)
{
	read_profile("c.out");
	expect_out("sub main::work ");
	expect_out("src /app/server.pl:2 sub work { return $_[0] + 1 }");
	cr_expect_gt(number_behind("/app/server.pl:2 "), 50);
	cr_expect_gt(number_behind("/app/server.pl:5 main::RUNTIME main::work "), 50);
}

Test(containers, one_with_a_root_and_a_perl_of_its_own)
{
	put_file("server.pl", SERVER);
	cr_assert_eq(run(CONTAINER "inside\n$AGENT -o c.out -d 1 -p $P"), 0, "%s", e2e_err);
	expect_err("not recorded: nothing (0)");
	expect_server();
}

Test(containers, one_of_an_unprivileged_user)
{
	put_file("server.pl", SERVER);
	cr_assert_eq(run(CONTAINER "inside --user --map-root-user\n$AGENT -o c.out -d 1 -p $P"), 0,
		     "%s", e2e_err);
	expect_err("not recorded: nothing (0)");
	expect_server();
}

Test(containers, one_whose_root_is_read_only)
{
	put_file("server.pl", SERVER);
	cr_assert_eq(run(CONTAINER
			 "inside\nnsenter -t $P -m mount -o remount,ro $PWD/root || exit 8\n"
			 "touch /proc/$P/root/x 2>/dev/null && exit 9\n"
			 "$AGENT -o c.out -d 1 -p $P"),
		     0, "%s", e2e_err);
	expect_server();
}

Test(containers, one_that_is_killed_leaves_its_profile)
{
	put_file("server.pl", SERVER);
	cr_assert_eq(run(CONTAINER "inside\n$AGENT -o c.out -p $P & A=$!\n"
				   "recording; sleep 1; kill -9 $P; wait $A"),
		     0, "%s", e2e_err);
	expect_server();
}

/* The host's number and the container's own are both said. */
Test(containers, both_pids_are_said)
{
	put_file("server.pl", SERVER);
	cr_assert_eq(run(CONTAINER
			 "inside\n$AGENT -o c.out -p $P & A=$!\n"
			 "recording; sleep 0.5; $AGENT ctl status >status; kill -INT $A; wait $A\n"
			 "grep -q \"^$P ($(cat /proc/$P/root/run/up) in its container)\" status || "
			 "{ cat status; exit 9; }\n"
			 "strings c.out | grep \"process $P (to itself "
			 "$(cat /proc/$P/root/run/up))\""),
		     0, "%s %s", e2e_out, e2e_err);
}

/* A sidecar shares the pid namespace and nothing else: the agent's numbers are those of the pod. */
Test(containers, an_agent_in_a_pod_sees_the_pods_processes)
{
	put_file("a.pl", "sub work { return $_[0] + 1 }\n"
			 "my $n = 0;\n"
			 "open my $f, '>', 'up'; close $f;\n"
			 "until (-e 'end') {\n"
			 "    $n = work($n);\n"
			 "    select undef, undef, undef, 0.002;\n"
			 "}\n");
	put_file("b.pl", "sub twice { return 2 * $_[0] }\n"
			 "my $pid = fork;\n"
			 "twice($_) for 1 .. 3;\n"
			 "if ($pid) { waitpid $pid, 0 }\n");
	put_file("pod",
		 "perl a.pl & P=$!\n"
		 "until [ -e up ]; do sleep 0.05; done\n"
		 "unshare -m sh -c \"mount -t tmpfs none /mnt; exec $AGENT -o c.out -d 1 -p $P\"\n"
		 "touch end; wait\n"
		 "$AGENT -q -o b.out -- perl b.pl; ls b.out.*\n");
	cr_assert_eq(run("export AGENT; unshare -p -f -m --mount-proc bash pod"), 0, "%s", e2e_err);
	expect_err("not recorded: nothing (0)");
	cr_expect_lt(number_behind("b.out."), 1000, "a number of the pod, not %s", e2e_out);
	read_profile("c.out");
	cr_expect_gt(number_behind("/a.pl:5 main::RUNTIME main::work "), 50);
	read_profile("b.out");
	expect_out("/b.pl:3 main::RUNTIME main::twice 3 ");
}
