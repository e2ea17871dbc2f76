// SPDX-License-Identifier: GPL-2.0-or-later
/* Whose profiles are removed when there are too many. */
#include "store/store.h"

#include <criterion/criterion.h>
#include <dirent.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "options/host_options.h"
#include "tracee/tracee.h"
#include "util/error.h"

static struct host_options options;
static char dir[64];

static void make_dir(void)
{
	snprintf(dir, sizeof(dir), "/tmp/nytprof-store.XXXXXX");
	cr_assert_not_null(mkdtemp(dir));
	cr_assert_eq(chdir(dir), 0);
	host_options_init(&options);
	options.output_dir = dir;
	options.keep = 0;
	options.max_size = 0;
}

static void remove_dir(void)
{
	char command[128];

	snprintf(command, sizeof(command), "rm -rf %s", dir);
	cr_assert(!chdir("/") && !system(command));
}

TestSuite(store, .init = make_dir, .fini = remove_dir);

/* cnt profiles of a user, each a second younger than the one before, and of so many kilobytes. */
static void put_profiles(const char *comm, const char *user, int cnt, int age, size_t size_kb)
{
	static char block[1024];
	char name[128];
	size_t kb;
	int i;

	for (i = 0; i < cnt; i++) {
		struct timespec times[2] = { { .tv_sec = 1000000 - age + i },
					     { .tv_sec = 1000000 - age + i } };
		FILE *f;

		snprintf(name, sizeof(name), "%s.%d.20260101T101112.000000%s.nytprof", comm, i,
			 user);
		f = fopen(name, "w");
		memset(block, i + 1, sizeof(block));
		for (kb = 0; kb < size_kb; kb++)
			fwrite(block, 1, sizeof(block), f);
		fclose(f);
		cr_assert_eq(utimensat(AT_FDCWD, name, times, 0), 0);
	}
}

/* How many there are whose names begin so. */
static int count(const char *comm)
{
	DIR *d = opendir(".");
	const struct dirent *e;
	int cnt = 0;

	while ((e = readdir(d)))
		cnt += !strncmp(e->d_name, comm, strlen(comm));
	closedir(d);
	return cnt;
}

/* As an agent does when it starts: what it knows of the files is in their names. */
static struct store *open_store(void)
{
	struct error err;
	struct store *s = store_new(&options, &err);

	cr_assert_not_null(s, "%s", err.text);
	return s;
}

static bool is_of_worker(const char *name, const void *arg)
{
	(void)arg;
	return !strncmp(name, "worker", 6);
}

Test(store, a_name_has_the_user_in_it)
{
	struct tracee t = { .tgid = 7, .comm = "a b", .user = 1000 };
	struct store *s = open_store();
	char *name = store_name(s, &t, 0), expected[128];

	snprintf(expected, sizeof(expected), "%s/a_b.7.19700101T000000.000000.u1000.nytprof", dir);
	cr_expect_str_eq(name, expected);
	free(name);
	store_free(s);
}

/* As the part of a file's name that says what ran. */
static void expect_word(const char *comm, const char *application, const char *word)
{
	struct tracee t = { .tgid = 7, .user = 1000, .application = (char *)application };
	struct store *s = open_store();
	char *name, expected[256];

	memcpy(t.comm, comm, strnlen(comm, sizeof(t.comm)));
	name = store_name(s, &t, 0);
	snprintf(expected, sizeof(expected), "%s/%s.7.19700101T000000.000000.u1000.nytprof", dir,
		 word);
	cr_expect_str_eq(name, expected, "%s is not %s", name, expected);
	free(name);
	store_free(s);
}

Test(store, a_name_has_the_script_in_it)
{
	expect_word("perl", "/srv/shop/app.pl", "app_pl");
	expect_word("perl5.36.0", "app", "app");
	expect_word("perl", "-e", "perl");
	expect_word("perl", "-", "perl");
	expect_word("perlcritic", "/usr/bin/perlcritic", "perlcritic");
	expect_word("worker 7", "/srv/app.pl", "worker_7");
	expect_word("0123456789abcdef", NULL, "0123456789abcdef");
	expect_word("perl", "/srv/..\n/a b", "a_b");
	expect_word("", "/srv/", "perl");
	expect_word("perl", "a123456789b123456789c123456789d123456789e123456789",
		    "a123456789b123456789c123456789d12345678");
}

Test(store, the_oldest_of_who_has_most_go)
{
	put_profiles("bob", ".u1000", 3, 900, 4);
	put_profiles("flood", ".u1001", 100, 500, 4);
	options.keep = 20;
	store_free(open_store());
	cr_expect_eq(count("bob"), 3);
	cr_expect_eq(count("flood"), 17);
	cr_expect_eq(count("flood.99."), 1, "the youngest");
	cr_expect_eq(count("flood.82."), 0);
}

Test(store, the_oldest_of_who_has_the_largest_go)
{
	put_profiles("bob", ".u1000", 20, 900, 4);
	put_profiles("flood", ".u1001", 10, 500, 400);
	options.max_size = 1 << 20;
	store_free(open_store());
	cr_expect_eq(count("bob"), 20);
	cr_expect_leq(count("flood"), 2);
	cr_expect_geq(count("flood"), 1);
}

Test(store, those_without_a_user_are_roots)
{
	put_profiles("bob", ".u1000", 5, 900, 4);
	put_profiles("old", "", 5, 800, 4);
	put_profiles("odd", ".u", 5, 800, 4);
	put_profiles("flood", ".u1001", 100, 500, 4);
	options.keep = 30;
	store_free(open_store());
	cr_expect_eq(count("bob") + count("old") + count("odd"), 15);
	cr_expect_eq(count("flood"), 15);
}

Test(store, who_only_has_processes_that_run_pushes_nobody_out)
{
	struct store *s = open_store();

	put_profiles("bob", ".u1000", 5, 900, 4);
	put_profiles("worker", ".u1001", 100, 500, 4);
	store_spare(s, is_of_worker, NULL);
	options.keep = 30;
	store_trim(s);
	cr_expect_eq(count("bob"), 5);
	cr_expect_eq(count("worker"), 100);
	store_free(s);
}

Test(store, the_disk_does_not_get_full_whoever_runs)
{
	struct store *s = open_store();

	put_profiles("bob", ".u1000", 5, 900, 4);
	put_profiles("worker", ".u1001", 100, 500, 40);
	store_spare(s, is_of_worker, NULL);
	options.max_size = 1 << 20;
	store_trim(s);
	cr_expect_eq(count("bob"), 5);
	cr_expect_lt(count("worker"), 26);
	cr_expect_gt(count("worker"), 20);
	store_free(s);
}

Test(store, of_one_user_the_oldest_go)
{
	struct store_sums sums;
	struct store *s;

	put_profiles("bob", ".u1000", 10, 900, 4);
	options.keep = 4;
	s = open_store();
	store_sums(s, &sums);
	cr_expect_eq(count("bob"), 4);
	cr_expect_eq(count("bob.9."), 1);
	cr_expect_eq(sums.files, 4u);
	cr_expect_eq(sums.removed, 6u);
	store_free(s);
}

/* Who reads profiles lists them; nobody but us writes. */
Test(store, with_readers_others_can_list_the_directory)
{
	struct error err;
	struct store *s;

	cr_assert_eq(chmod(dir, 0755), 0);
	cr_expect_null(store_new(&options, &err));
	options.readers = (struct readers){ .cnt = 1 };
	s = store_new(&options, &err);
	cr_assert_not_null(s);
	store_free(s);
	cr_assert_eq(chmod(dir, 0775), 0);
	cr_expect_null(store_new(&options, &err));
	cr_expect_str_eq(strstr(err.text, "chmod 755"), "chmod 755 it, or name another one");
}
