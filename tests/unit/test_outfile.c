// SPDX-License-Identifier: GPL-2.0-or-later
#include "util/outfile.h"

#include <criterion/criterion.h>
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "util/error.h"

static char dir[] = "/tmp/test_outfile.XXXXXX";

static void make_dir(void)
{
	cr_assert_not_null(mkdtemp(dir));
	cr_assert_eq(chdir(dir), 0);
}

static void remove_dir(void)
{
	char command[64];

	snprintf(command, sizeof(command), "rm -rf %s", dir);
	cr_assert_eq(system(command), 0);
}

TestSuite(outfile, .init = make_dir, .fini = remove_dir);

static int entries(void)
{
	struct dirent *entry;
	DIR *d = opendir(".");
	int cnt = 0;

	while ((entry = readdir(d)))
		cnt += strcmp(entry->d_name, ".") && strcmp(entry->d_name, "..");
	closedir(d);
	return cnt;
}

static void put(const char *name, const char *text)
{
	FILE *f = fopen(name, "w");

	fputs(text, f);
	fclose(f);
}

static void expect_text(const char *name, const char *text)
{
	char got[64] = "";
	FILE *f = fopen(name, "r");

	cr_assert_not_null(f);
	cr_assert(fgets(got, sizeof(got), f) || !*text);
	fclose(f);
	cr_expect_str_eq(got, text);
}

Test(outfile, that_is_hidden_has_no_name_until_it_is_committed)
{
	struct error err;
	struct outfile *out = outfile_new_hidden(AT_FDCWD, "x.out", &err);

	cr_assert(out, "%s", err.text);
	cr_expect_eq(system("test -z \"$(ls -A)\""), 0);
	fputs("text", outfile_stream(out));
	cr_assert_eq(outfile_commit(out, &err), 0, "%s", err.text);
	cr_expect_eq(system("test \"$(ls -A)\" = x.out"), 0);
	out = outfile_new_hidden(AT_FDCWD, "x.out", &err);
	cr_assert(out, "%s", err.text);
	fputs("another", outfile_stream(out));
	cr_assert_eq(outfile_commit(out, &err), 0, "%s", err.text);
	cr_expect_eq(system("test \"$(cat x.out)\" = another"), 0);
	cr_expect_eq(system("test \"$(ls -A)\" = x.out"), 0);
}

Test(outfile, appears_whole_and_for_its_owner_only)
{
	struct error err;
	struct outfile *out = outfile_new(AT_FDCWD, "x.out", &err);
	struct stat st;

	cr_assert_not_null(out);
	fputs("hello", outfile_stream(out));
	cr_expect_neq(access("x.out", F_OK), 0, "there before the commit");
	cr_assert_eq(outfile_commit(out, &err), 0);
	expect_text("x.out", "hello");
	cr_assert_eq(stat("x.out", &st), 0);
	cr_expect_eq(st.st_mode & 07777, 0600u);
	cr_expect_eq(entries(), 1, "a temporary file was left");
}

Test(outfile, replaces_a_file_only_when_it_is_complete)
{
	struct error err;
	struct outfile *out;

	put("x.out", "old");
	out = outfile_new(AT_FDCWD, "x.out", &err);
	fputs("new", outfile_stream(out));
	outfile_abort(out);
	expect_text("x.out", "old");
	out = outfile_new(AT_FDCWD, "x.out", &err);
	fputs("new", outfile_stream(out));
	cr_assert_eq(outfile_commit(out, &err), 0);
	expect_text("x.out", "new");
	cr_expect_eq(entries(), 1);
}

Test(outfile, refuses_what_is_no_regular_file)
{
	struct error err;

	put("target", "precious");
	cr_assert_eq(symlink("target", "link"), 0);
	cr_assert_eq(symlink("/nowhere", "dangling"), 0);
	cr_assert_eq(mkfifo("fifo", 0600), 0);
	cr_assert_eq(mkdir("subdir", 0700), 0);
	cr_expect_eq(outfile_check("link", &err), -ELOOP);
	cr_expect(strstr(err.text, "link") && strstr(err.text, "symbolic"));
	cr_expect_eq(outfile_check("dangling", &err), -ELOOP);
	cr_expect_eq(outfile_check("fifo", &err), -EEXIST);
	cr_expect_eq(outfile_check("subdir", &err), -EISDIR);
	cr_expect_eq(outfile_check("subdir/", &err), -EISDIR);
	cr_expect_eq(outfile_check("/dev/null", &err), -EEXIST);
	cr_expect_eq(outfile_check("missing/x", &err), -ENOENT);
	cr_expect(strstr(err.text, "missing/x"));
	cr_expect_eq(outfile_check("", &err), -EISDIR);
	expect_text("target", "precious");
	cr_expect_eq(entries(), 5);
}

/* It may have been cut where it comes from, behind a slash for example. */
Test(outfile, never_writes_to_a_name_that_was_cut)
{
	char name[4097];
	struct error err;

	memset(name, 'n', sizeof(name) - 1);
	name[sizeof(name) - 2] = '/';
	name[sizeof(name) - 1] = '\0';
	cr_expect_eq(outfile_check(name, &err), -ENAMETOOLONG);
	cr_expect_not_null(strstr(err.text, "the name is too long"), "%s", err.text);
	cr_expect_eq(entries(), 0);
}

Test(outfile, refuses_a_link_that_appears_while_it_is_written)
{
	struct error err;
	struct outfile *out = outfile_new(AT_FDCWD, "x.out", &err);

	put("target", "precious");
	fputs("data", outfile_stream(out));
	cr_assert_eq(symlink("target", "x.out"), 0);
	cr_expect_eq(outfile_commit(out, &err), -ELOOP);
	expect_text("target", "precious");
	cr_expect_eq(entries(), 2);
}

Test(outfile, a_check_leaves_nothing)
{
	struct error err;

	cr_expect_eq(outfile_check("x.out", &err), 0);
	cr_expect_eq(entries(), 0);
}

Test(outfile, a_full_disk_is_an_error)
{
	struct error err;
	struct outfile *out = outfile_new(AT_FDCWD, "x.out", &err);
	int i;

	/* The same stream, on a device that is always full. */
	cr_assert_not_null(freopen("/dev/full", "w", outfile_stream(out)));
	for (i = 0; i < 100000; i++)
		fputs("data", outfile_stream(out));
	cr_expect_lt(outfile_commit(out, &err), 0);
	cr_expect_neq(access("x.out", F_OK), 0);
}

/* In the name of the directory: who can put a link there must not say what we write over. */
Test(outfile, a_link_of_another_users_leads_to_that_users_directories_only)
{
	struct error err;

	if (geteuid())
		cr_skip_test("only root can give links away");
	cr_assert_eq(mkdir("ours", 0755), 0);
	cr_assert_eq(mkdir("theirs", 0755), 0);
	cr_assert_eq(chown("theirs", 1000, 1000), 0);
	cr_assert_eq(symlink("ours", "trusted"), 0);
	cr_assert_eq(symlink("ours", "to_ours"), 0);
	cr_assert_eq(lchown("to_ours", 1000, 1000), 0);
	cr_assert_eq(symlink("theirs", "to_theirs"), 0);
	cr_assert_eq(lchown("to_theirs", 1000, 1000), 0);
	cr_assert_eq(symlink("to_theirs", "of_two"), 0);
	cr_assert_eq(lchown("of_two", 1001, 1001), 0);
	cr_expect_eq(outfile_check("trusted/x", &err), 0, "%s", err.text);
	cr_expect_eq(outfile_check("to_theirs/x", &err), 0, "%s", err.text);
	cr_expect_eq(outfile_check("to_ours/x", &err), -EPERM);
	cr_expect_not_null(strstr(err.text, "link of another user"), "%s", err.text);
	cr_expect_eq(outfile_check("./trusted/../to_ours/x", &err), -EPERM);
	cr_expect_eq(outfile_check("of_two/x", &err), -EPERM);
}

Test(outfile, directories_by_any_name)
{
	char path[128];
	struct error err;

	cr_assert_eq(mkdir("a", 0755), 0);
	cr_assert_eq(mkdir("a/b", 0755), 0);
	cr_assert_eq(symlink("./a//b/", "link"), 0);
	cr_assert_eq(symlink("loop", "loop"), 0);
	snprintf(path, sizeof(path), "%s/a/../link", dir);
	cr_assert_eq(symlink(path, "absolute"), 0);
	cr_expect_eq(outfile_check("absolute/../b/x", &err), 0, "%s", err.text);
	snprintf(path, sizeof(path), "%s//./link/x", dir);
	cr_expect_eq(outfile_check(path, &err), 0, "%s", err.text);
	cr_expect_eq(outfile_check("loop/x", &err), -ELOOP);
	cr_expect_eq(outfile_check("a/c/x", &err), -ENOENT);
	put("file", "");
	cr_expect_eq(outfile_check("file/x", &err), -ENOTDIR);
	cr_expect_eq(outfile_check("/../../tmp/../x.never", &err), geteuid() ? -EACCES : 0);
}
