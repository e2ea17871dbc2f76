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

static struct tracee a_tracee(void)
{
	return (struct tracee){ .root = open("/", O_RDONLY | O_DIRECTORY),
				.uid = geteuid(),
				.gid = getegid(),
				.profile = profile_new() };
}

static struct profile_file *add(const struct tracee *t, const char *name)
{
	char path[256];

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
		t.uid = t.gid = users[i];
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
	struct credentials saved;

	if (geteuid())
		cr_skip_test("only root can become another one");
	cr_expect(credentials_take(NOBODY, NOBODY, &saved));
	cr_expect_not(is_effective(CAP_DAC_READ_SEARCH));
	credentials_restore(&saved);
	cr_expect(is_effective(CAP_DAC_READ_SEARCH));
	cr_expect_eq(access("/etc/shadow", R_OK), 0);
}
