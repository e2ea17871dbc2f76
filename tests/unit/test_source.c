// SPDX-License-Identifier: GPL-2.0-or-later
/* Source is read as the target could, and not without end. */
#include "drain/source.h"

#include <criterion/criterion.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

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
