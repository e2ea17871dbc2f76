// SPDX-License-Identifier: GPL-2.0-or-later
/* Source is read as the target could, and not without end. */
#include "drain/source.h"

#include <criterion/criterion.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/capability.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "drain/credentials.h"
#include "drain/tracee.h"
#include "profile/profile.h"
#include "../hanging_fs.h"

#define MIB (1 << 20)

static char dir[] = "/tmp/test_source.XXXXXX";

static void in_a_directory(void)
{
	cr_assert_not_null(mkdtemp(dir));
	cr_assert_eq(chdir(dir), 0);
	cr_assert_eq(chmod(dir, 0755), 0);
}

static void remove_it(void)
{
	char command[64];

	snprintf(command, sizeof(command), "rm -rf %s", dir);
	cr_expect_eq(system(command), 0);
}

TestSuite(source, .init = in_a_directory, .fini = remove_it);

static void make_file(const char *name, off_t size, mode_t mode)
{
	int fd = open(name, O_WRONLY | O_CREAT, mode);

	cr_assert_geq(fd, 0);
	cr_assert_eq(ftruncate(fd, size), 0);
	close(fd);
}

static struct creds creds_for(uid_t uid, gid_t gid, uint64_t caps)
{
	return (struct creds){ .caps = caps,
			       .uid = { uid, uid, uid, uid },
			       .gid = { gid, gid, gid, gid },
			       .flags = CREDS_KNOWN };
}

static struct tracee a_tracee(void)
{
	return (struct tracee){ .root = open("/", O_RDONLY | O_DIRECTORY),
				.creds = creds_for(geteuid(), getegid(), 0),
				.profile = profile_new() };
}

static struct profile_file *add(const struct tracee *t, const char *name)
{
	char path[512];

	snprintf(path, sizeof(path), "%s/%s", dir, name);
	return profile_file(t->profile, path, 0, 0, FILE_HAS_SRC);
}

static void release(struct tracee *t)
{
	close(t->root);
	profile_free(t->profile);
}

Test(source, one_file_of_many_names_is_not_read_for_ever)
{
	struct tracee t = a_tracee();
	struct source_report report;
	struct profile_file *third, *small;

	make_file("large", 28 * MIB, 0644);
	make_file("small", 10, 0644);
	make_file("too_large", 33 * MIB, 0644);
	add(&t, "too_large");
	add(&t, "large");
	add(&t, "./large");
	third = add(&t, "././large");
	small = add(&t, "small");
	source_embed(&t, 0, &report);
	cr_expect_eq(report.embedded, 3u);
	cr_expect_eq(report.missing, 2u);
	cr_expect_null(third->source);
	cr_expect_not(third->flags & FILE_HAS_SRC);
	cr_expect_eq(small->source_len, 10u, "there is room for it");
	release(&t);
}

#define NOBODY 65534

static bool is_effective(cap_value_t cap)
{
	cap_flag_value_t value = CAP_CLEAR;
	cap_t caps = cap_get_proc();

	cap_get_flag(caps, cap, CAP_EFFECTIVE, &value);
	cap_free(caps);
	return value == CAP_SET;
}

/* As one that is started with capabilities, and not as root. */
static void become_nobody_with_capabilities(void)
{
	static const cap_value_t kept[] = { CAP_DAC_READ_SEARCH, CAP_DAC_OVERRIDE, CAP_SETUID,
					    CAP_SETGID };
	cap_t caps = cap_init();

	cr_assert_eq(prctl(PR_SET_KEEPCAPS, 1, 0, 0, 0), 0);
	cr_assert_eq(setgid(NOBODY), 0);
	cr_assert_eq(setuid(NOBODY), 0);
	cr_assert_eq(cap_set_flag(caps, CAP_PERMITTED, 4, kept, CAP_SET), 0);
	cr_assert_eq(cap_set_flag(caps, CAP_EFFECTIVE, 4, kept, CAP_SET), 0);
	cr_assert_eq(cap_set_proc(caps), 0);
	cap_free(caps);
}

/* The same user's, another user's and root's program; what none of them could read stays unread. */
Test(source, capabilities_of_the_agent_are_not_the_targets)
{
	static const uid_t users[] = { NOBODY, NOBODY - 1, 0 };
	struct source_report report;
	struct tracee t;
	size_t i;

	if (geteuid())
		cr_skip_test("only root can become another one");
	make_file("open", 3, 0644);
	make_file("secret", 3, 0600);
	cr_assert_eq(chown("secret", 1, 1), 0);
	cr_assert_eq(chown(dir, NOBODY, NOBODY), 0); /* who removes it */
	become_nobody_with_capabilities();
	cr_assert_eq(faccessat(AT_FDCWD, "secret", R_OK, AT_EACCESS), 0);
	for (i = 0; i < sizeof(users) / sizeof(users[0]); i++) {
		t = a_tracee();
		t.creds = creds_for(users[i], users[i], 0);
		add(&t, "open");
		add(&t, "secret");
		source_embed(&t, 0, &report);
		cr_expect_eq(report.embedded, 1u, "%u", users[i]);
		cr_expect_not_null(t.profile->files[0]->source);
		cr_expect_null(t.profile->files[1]->source, "%u", users[i]);
		cr_expect(is_effective(CAP_DAC_READ_SEARCH) && is_effective(CAP_DAC_OVERRIDE),
			  "%u: it has its own again", users[i]);
		release(&t);
	}
}

Test(source, root_has_its_own_again)
{
	const struct creds nobody = creds_for(NOBODY, NOBODY, 0);
	struct credentials saved;

	if (geteuid())
		cr_skip_test("only root can become another one");
	cr_expect(credentials_take(&nobody, &saved));
	cr_expect_not(is_effective(CAP_DAC_READ_SEARCH));
	credentials_restore(&saved);
	cr_expect(is_effective(CAP_DAC_READ_SEARCH));
	cr_expect_eq(access("/etc/shadow", R_OK), 0);
}

/* Root in a container, or under a sandbox, may be without capabilities: files of other users are closed to it. */
Test(source, root_reads_what_its_capabilities_let_it_read)
{
	static const uint64_t all[] = { 0, 1ull << CAP_DAC_READ_SEARCH, 1ull << CAP_DAC_OVERRIDE };
	struct source_report report;
	struct tracee t;
	size_t i;

	if (geteuid())
		cr_skip_test("only root reads as root");
	make_file("theirs", 3, 0600);
	cr_assert_eq(chown("theirs", 1, 1), 0);
	for (i = 0; i < 3; i++) {
		t = a_tracee();
		t.creds = creds_for(0, 0, all[i]);
		add(&t, "theirs");
		source_embed(&t, 0, &report);
		cr_expect_eq(report.embedded, i ? 1u : 0u, "%zu", i);
		release(&t);
	}
}

Test(source, nothing_is_read_for_a_set_user_id_program)
{
	struct source_report report;
	struct tracee t = a_tracee();

	make_file("open", 3, 0644);
	add(&t, "open");
	t.creds.uid[1] = t.creds.uid[0] + 1;
	source_embed(&t, 0, &report);
	cr_expect_eq(report.missing, 1u);
	release(&t);
}

/* A name can be any file, and who opens a device may start something: a FIFO with a writer would be opened. */
Test(source, only_regular_files_are_opened)
{
	struct source_report report;
	struct tracee t = a_tracee();
	char text[8];
	int fd;

	cr_assert_eq(mkfifo("fifo", 0644), 0);
	fd = open("fifo", O_RDWR | O_NONBLOCK);
	cr_assert_eq(write(fd, "text", 4), 4);
	add(&t, "fifo");
	source_embed(&t, 0, &report);
	cr_expect_eq(report.missing, 1u);
	cr_expect_eq(read(fd, text, sizeof(text)), 4, "it was read");
	release(&t);
	close(fd);
}

/* More names than one request has room for. */
Test(source, many_files)
{
	struct source_report report;
	struct tracee t = a_tracee();
	char name[256];
	int i;

	make_file("open", 3, 0644);
	for (i = 0; i < 1000; i++) {
		snprintf(name, sizeof(name), "%d", i);
		mkdir(name, 0755);
		snprintf(name, sizeof(name), "%d/../open", i);
		add(&t, name);
	}
	source_embed(&t, 0, &report);
	cr_expect_eq(report.embedded, 1000u);
	cr_expect_eq(report.bytes, 3000u);
	cr_expect_eq(t.profile->files[999]->source_len, 3u);
	release(&t);
}

/* The file system is somebody's own program, which answers nobody who reads.  What was read before it is there. */
Test(source, a_file_system_that_does_not_answer, .timeout = 60)
{
	struct source_report report;
	struct tracee t = a_tracee();
	pid_t server;

	cr_assert_eq(mkdir("fs", 0755), 0);
	server = hanging_fs_start("fs");
	if (server < 0)
		cr_skip_test("needs FUSE, and root");
	make_file("open", 3, 0644);
	add(&t, "open");
	add(&t, "fs/x.pl");
	source_embed(&t, 0, &report);
	cr_expect(report.stuck);
	cr_expect_eq(report.embedded, 1u);
	cr_expect_eq(report.missing, 1u);
	release(&t);
	hanging_fs_stop(server, "fs");
}
