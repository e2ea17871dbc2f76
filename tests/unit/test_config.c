// SPDX-License-Identifier: GPL-2.0-or-later
#include "options/config.h"

#include <criterion/criterion.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "util/error.h"

static char taken[1024]; /* "key=value;" */

/* There are "a", which takes anything, and "n-1_x", which takes a digit. */
static int take(void *to, const char *key, const char *value, struct error *err)
{
	size_t len = strlen(taken);

	(void)to;
	if (strcmp(key, "a") != 0 && strcmp(key, "n-1_x") != 0)
		return error_set(err, ENOENT, "unknown key \"%s\"", key);
	if (*key == 'n' && (*value < '0' || *value > '9' || value[1]))
		return error_set(err, EINVAL, "%s=%s: not a digit", key, value);
	snprintf(taken + len, sizeof(taken) - len, "%s=%s;", key, value);
	return 0;
}

/* Reads these bytes as a file whose name is "x". */
static int read_bytes(const char *bytes, size_t size, struct error *err)
{
	char *text = NULL;
	FILE *f = fopen("x", "w");
	int rc;

	fwrite(bytes, 1, size, f);
	fclose(f);
	taken[0] = err->text[0] = '\0';
	rc = config_read("x", take, NULL, &text, err);
	free(text);
	return rc;
}

static void in_directory(void)
{
	char dir[] = "/tmp/nyt-config.XXXXXX";

	cr_assert_not_null(mkdtemp(dir));
	cr_assert_eq(chdir(dir), 0);
}

static void remove_directory(void)
{
	char dir[256];

	cr_assert_not_null(getcwd(dir, sizeof(dir)));
	unlink("x");
	cr_assert_eq(rmdir(dir), 0, "%s", dir);
}

TestSuite(config, .init = in_directory, .fini = remove_directory);

Test(config, keys_and_values_in_order)
{
	static const struct {
		const char *text;
		const char *taken;
	} cases[] = {
		{ "", "" },
		{ "\n\n", "" },
		{ "# a=1\n \t# a=2\n", "" },
		{ "a=1\n", "a=1;" },
		{ "a=1", "a=1;" },
		{ "  a\t =  1 \t\nn-1_x=2\n", "a=1;n-1_x=2;" },
		{ "a=1\r\n\r\na=2\r\n", "a=1;a=2;" },
		{ "a = x y # z = 1\n", "a=x y # z = 1;" },
		{ "a==\n", "a==;" },
		{ "a=\xc3\xa4\n", "a=\xc3\xa4;" },
	};
	struct error err;
	size_t i;

	for (i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		cr_expect_eq(read_bytes(cases[i].text, strlen(cases[i].text), &err), 0, "%zu: %s",
			     i, err.text);
		cr_expect_str_eq(taken, cases[i].taken, "%zu", i);
	}
}

#define BYTES(text) text, sizeof(text) - 1

Test(config, what_is_wrong_has_a_place)
{
	static const struct {
		const char *text;
		size_t size;
		const char *said;
	} cases[] = {
		{ BYTES("a=1\nb=2\n"), "x:2:1: unknown key \"b\"" },
		{ BYTES("\n\n  bc = 2\n"), "x:3:3: unknown key \"bc\"" },
		{ BYTES("a=1\nn-1_x =  22"), "x:2:10: n-1_x=22: not a digit" },
		{ BYTES("a\n"), "x:1:2: the end of the line; expected \"=\" after the key" },
		{ BYTES("a   \n"), "x:1:5: the end of the line; expected \"=\" after the key" },
		{ BYTES("a b\n"), "x:1:3: \"b\"; expected \"=\" after the key" },
		{ BYTES("a:b\n"), "x:1:2: \":\"; expected \"=\" after the key" },
		{ BYTES("aB=1\n"), "x:1:2: \"B\"; expected \"=\" after the key" },
		{ BYTES("a=\n"), "x:1:3: the end of the line; expected a value after \"=\"" },
		{ BYTES("a =  "), "x:1:6: the end of the line; expected a value after \"=\"" },
		{ BYTES("[all]\n"), "x:1:1: \"[\"; expected a key " },
		{ BYTES("=1\n"), "x:1:1: \"=\"; expected a key " },
		{ BYTES("--a=1\n"), "x:1:1: \"-\"; expected a key " },
		{ BYTES("\xef\xbb\xbf"
			"a=1\n"),
		  "x:1:1: " },
		{ BYTES("a=1\na=\0b\n"), "x:2:3: a NUL byte; expected text" },
		{ BYTES("# \0"), "x:1:3: a NUL byte; expected text" },
		{ BYTES("\0"), "x:1:1: a NUL byte; expected text" },
		{ BYTES("a=\033[2J\n"), "x:1:3: a control character (0x1b); expected text" },
		{ BYTES("a=1\rb=2\n"), "x:1:4: a control character (0x0d); expected text" },
	};
	struct error err;
	size_t i;

	for (i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		cr_expect_eq(read_bytes(cases[i].text, cases[i].size, &err), -EINVAL, "%zu", i);
		cr_expect_eq(strncmp(err.text, cases[i].said, strlen(cases[i].said)), 0,
			     "%zu: %s, not %s", i, err.text, cases[i].said);
	}
}

Test(config, nothing_behind_an_error_is_taken)
{
	struct error err;

	cr_expect_eq(read_bytes(BYTES("a=1\nb=2\na=3\n"), &err), -EINVAL);
	cr_expect_str_eq(taken, "a=1;");
}

Test(config, lines_and_files_that_are_too_long)
{
	char *text = malloc(CONFIG_SIZE_MAX + 1);
	struct error err;

	memset(text, 'z', CONFIG_SIZE_MAX + 1);
	memcpy(text, "#", 1);
	text[CONFIG_LINE_MAX] = '\n';
	cr_expect_eq(read_bytes(text, CONFIG_LINE_MAX + 1, &err), 0, "%s", err.text);
	text[CONFIG_LINE_MAX] = 'z';
	cr_expect_eq(read_bytes(text, CONFIG_LINE_MAX + 1, &err), -EINVAL);
	cr_expect_str_eq(err.text, "x:1:4096: the line goes on; expected at most 4095 bytes");
	memset(text, '\n', CONFIG_SIZE_MAX + 1);
	cr_expect_eq(read_bytes(text, CONFIG_SIZE_MAX, &err), 0, "%s", err.text);
	cr_expect_eq(read_bytes(text, CONFIG_SIZE_MAX + 1, &err), -EINVAL);
	cr_expect_str_eq(err.text, "x: too large; expected at most 1048576 bytes");
	free(text);
}

Test(config, what_can_not_be_read)
{
	char *text = NULL;
	struct error err;

	cr_expect_eq(config_read("not/there", take, NULL, &text, &err), -EINVAL);
	cr_expect_str_eq(err.text, "not/there: can't read it: No such file or directory");
	cr_expect_eq(config_read(".", take, NULL, &text, &err), -EINVAL);
	cr_expect_str_eq(err.text, ".: not a regular file; expected one with keys and values");
	cr_expect_eq(config_read("/dev/zero", take, NULL, &text, &err), -EINVAL);
	cr_expect_null(text);
}

Test(config, what_anybody_could_have_written)
{
	char *text = NULL;
	struct error err;

	cr_assert_eq(read_bytes(BYTES("a=1\n"), &err), 0);
	cr_assert_eq(chmod("x", 0646), 0);
	taken[0] = '\0';
	cr_expect_eq(config_read("x", take, NULL, &text, &err), -EINVAL);
	cr_expect_str_eq(err.text, "x: everybody can write to it (mode 0646), and the agent "
				   "would follow it with its own rights: run chmod o-w on it");
	cr_expect_str_eq(taken, "");
	cr_expect_null(text);
	cr_assert_eq(chmod("x", 0664), 0);
	cr_expect_eq(config_read("x", take, NULL, &text, &err), 0, "%s", err.text);
	free(text);
}
