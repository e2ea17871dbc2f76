// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * A command runs private copies of perls.  What a file's mount, mode and attributes allow without the agent they allow with
 * it, and nothing else.
 */
#include <stdint.h>
#include <sys/xattr.h>

#include "e2e.h"

TestSuite(copies, .init = e2e_init, .fini = e2e_fini, .timeout = 150);

/*
 * "perls OPTIONS" mounts a file system with a perl in it on "m", at the head of the PATH, in a mount namespace that goes with
 * the script.  "as_user" runs the rest as nobody, as under sudo.
 */
#define PERLS                                                                         \
	"[ \"$INSIDE\" ] || INSIDE=1 exec unshare -m bash run.sh\n"                   \
	"perls() { mkdir m; mount -t tmpfs none m; cp /usr/bin/perl m/perl; \"$@\"\n" \
	"    mount -o remount,\"$OPTIONS\" m; PATH=$PWD/m:$PATH; }\n"                 \
	"as_user() { SUDO_UID=65534 SUDO_GID=65534 $AGENT -q -o $PWD/x.out -- \"$@\"; }\n"

/* What is run bare, and under the agent: the same words. */
static void expect_same(const char *setup, const char *command, const char *words)
{
	cr_expect_eq(run(PERLS "%s\nsetpriv --reuid=65534 --regid=65534 --clear-groups %s", setup,
			 command),
		     0, "%s", e2e_err);
	cr_expect_str_eq(e2e_out, words, "bare: %s, %s", e2e_out, e2e_err);
	cr_expect_eq(run(PERLS "rmdir m; %s\nas_user %s", setup, command), 0, "%s", e2e_err);
	cr_expect_str_eq(e2e_out, words, "under the agent: %s, %s", e2e_out, e2e_err);
	expect_no_err("perl of its own");
}

#define EUID "sh -c 'm/perl -e \"print \\$>\"'"
#define CAPS "m/perl -ne 'print /CapEff:\\s*0*(\\w+)/' /proc/self/status"

Test(copies, of_a_set_user_id_perl_are_set_user_id)
{
	expect_same("OPTIONS=rw perls eval 'chown 1:1 m/perl; chmod 4755 m/perl'", EUID, "1");
}

Test(copies, on_a_nosuid_mount_are_not_set_user_id)
{
	expect_same("OPTIONS=nosuid perls eval 'chown 1:1 m/perl; chmod 4755 m/perl'", EUID,
		    "65534");
	expect_same("OPTIONS=nosuid perls eval 'chmod 4755 m/perl'", EUID, "65534");
}

Test(copies, have_file_capabilities_unless_the_mount_is_nosuid)
{
	expect_same("OPTIONS=rw perls setcap cap_net_raw+ep m/perl", CAPS, "2000");
	expect_same("OPTIONS=nosuid perls setcap cap_net_raw+ep m/perl", CAPS, "0");
}

Test(copies, on_a_noexec_mount_can_not_be_executed)
{
	expect_same("OPTIONS=noexec perls true",
		    "sh -c 'm/perl -e 1 2>/dev/null; echo $?; /usr/bin/perl -e 1'", "126\n");
}

/* Nobody, as a user, may do what perm says; all others may read and execute. */
static void give_nobody(const char *file, uint16_t perm)
{
	const struct {
		uint32_t version;
		struct {
			uint16_t tag, perm;
			uint32_t id;
		} entries[5];
	} list = { 2, /* include/uapi/linux/posix_acl.h and posix_acl_xattr.h */
		   { { 0x01, 7, ~0u },
		     { 0x02, perm, 65534 },
		     { 0x04, 5, ~0u },
		     { 0x10, 5, ~0u },
		     { 0x20, 5, ~0u } } };

	cr_assert_eq(setxattr(file, "system.posix_acl_access", &list, sizeof(list), 0), 0, "%s",
		     strerror(errno));
}

Test(copies, have_the_access_list_of_the_original)
{
	static const char *const words[] = { "126\n", "0\n" };
	int may;

	cr_assert_eq(system("mkdir m; cp /usr/bin/perl m"), 0);
	for (may = 0; may < 2; may++) {
		give_nobody("m/perl", may ? 5 : 0);
		cr_expect_eq(
			run("PATH=$PWD/m:$PATH; SUDO_UID=65534 SUDO_GID=65534 $AGENT -q -o $PWD/x.out "
			    "-- sh -c 'm/perl -e 1; echo $?; /usr/bin/perl -e 1'"),
			0, "%s", e2e_err);
		cr_expect_str_eq(e2e_out, words[may]);
		expect_no_err("perl of its own");
	}
}

/* One file, two mounts. */
Test(copies, follow_the_mount_of_each_path)
{
	expect_same("OPTIONS=rw perls eval 'chown 1:1 m/perl; chmod 4755 m/perl; mkdir n; "
		    "mount --bind m n; mount -o remount,bind,nosuid n'; PATH=$PATH:$PWD/n",
		    "sh -c 'm/perl -e \"print \\$>\"; n/perl -e \"print qq( \\$>)\"'", "1 65534");
}

/* To root inside, too: else it would be written to a copy and be gone. */
Test(copies, can_not_be_changed_and_what_is_outside_does_not_change)
{
	cr_expect_eq(
		run(PERLS
		    "OPTIONS=rw perls chattr -i m 2>/dev/null; PATH=$PWD/m:$PATH\n"
		    "stat -c '%%i %%Y %%s %%a' m/perl >before\n"
		    "$AGENT -q -- sh -c 'for c in \"mv m/perl m/p\" \"rm -f m/perl\" \"chmod 777 m/perl\" "
		    "\"touch m/perl\" \"cp /bin/true m/perl\"; do LC_ALL=C $c; done; m/perl -e 1' 2>said\n"
		    "stat -c '%%i %%Y %%s %%a' m/perl | diff before - && sed 's/.*: //' said"),
		0, "%s", e2e_err);
	cr_expect_str_eq(e2e_out, "Device or resource busy\nDevice or resource busy\n"
				  "Read-only file system\nRead-only file system\n"
				  "Read-only file system\n");
}

/* What is mounted inside stays inside, and goes with the command. */
Test(copies, are_mounted_for_the_command_only)
{
	cr_expect_eq(
		run("$AGENT -q -- perl -e '1 until -e q(seen)' & A=$!\n"
		    "until C=$(pgrep -P $A -x perl); do sleep 0.02; done\n"
		    "grep -c nytprof-bpf /proc/$C/mountinfo >inside; grep nytprof-bpf /proc/self/mountinfo\n"
		    "touch seen; wait $A; grep nytprof-bpf /proc/self/mountinfo; [ $(cat inside) -gt 0 ]"),
		0, "%s", e2e_err);
	cr_expect_str_eq(e2e_out, "");
}
