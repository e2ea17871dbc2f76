// SPDX-License-Identifier: GPL-2.0-or-later
#include "options/reload.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "options/options.h"
#include "util/error.h"

static char name[] = "/tmp/nyt-reload.XXXXXX";
static char fixed[256]; /* what can't change, in order */

static void note_fixed(const char *key)
{
	size_t len = strlen(fixed);

	snprintf(fixed + len, sizeof(fixed) - len, "%s ", key);
}

static void put(const char *text)
{
	FILE *f = fopen(name, "w");

	cr_assert_not_null(f);
	fputs(text, f);
	fclose(f);
}

static void start(struct options *o, const char *text, char *word)
{
	static char *words[] = { "nytprof-bpf", "--all", "--config", name, NULL, NULL };
	struct error err;

	close(mkstemp(name));
	put(text);
	words[4] = word;
	cr_assert_eq(options_parse(o, word ? 5 : 4, words, NULL, &err), 0, "%s", err.text);
}

static int reload(struct options *o, const char *text)
{
	struct options fresh;
	struct error err;
	int rc;

	put(text);
	fixed[0] = '\0';
	rc = options_parse_again(o, &fresh, &err);
	if (!rc)
		options_adopt(o, &fresh, note_fixed);
	options_release(&fresh);
	return rc;
}

static void end(struct options *o)
{
	options_release(o);
	unlink(name);
}

Test(reload, what_can_change_changes)
{
	struct options o;

	start(&o, "keep = 3\ncomm = one\n", NULL);
	cr_assert_eq(reload(&o, "comm=two\nexe=/x\nuid=0\ncgroup=/y\nmatch=z\nkeep=4\nmax-size=1k\n"
				"interval=5\nowner=target\nstrict=yes\nlog-level=error\n"),
		     0);
	cr_expect_str_eq(fixed, "");
	cr_expect_str_eq(o.all.comm, "two");
	cr_expect_str_eq(o.all.exe, "/x");
	cr_expect_str_eq(o.all.cgroup, "/y");
	cr_expect_str_eq(o.all.match, "z");
	cr_expect(o.all.has_uid && o.all.to_target && o.strict);
	cr_expect_eq(o.all.keep, 4u);
	cr_expect_eq(o.all.max_size, 1024u);
	cr_expect_float_eq(o.all.interval, 5, 1e-9);
	cr_expect_eq(options_log_level(&o), LOG_LEVEL_QUIET);
	/* And back to the defaults. */
	cr_assert_eq(reload(&o, ""), 0);
	cr_expect_str_eq(fixed, "");
	cr_expect(!host_options_filter(&o.all) && !o.strict && !o.all.to_target);
	cr_expect_eq(o.all.keep, 10000u);
	end(&o);
}

/* Each time, until it is again what it was. */
Test(reload, what_can_not_change_is_named)
{
	struct options o;

	start(&o, "stmts=no\noutput-dir=/one\n", NULL);
	cr_assert_eq(reload(&o, "output-dir=/two\ncompress=1\nkeep=5\n"), 0);
	cr_expect_str_eq(fixed, "output-dir stmts compress ");
	cr_expect_str_eq(o.all.output_dir, "/one");
	cr_expect(!o.nytprof.stmts);
	cr_expect_eq(o.nytprof.compress, 6);
	cr_expect_eq(o.all.keep, 5u);
	cr_assert_eq(reload(&o, "output-dir=/two\nstmts=0\n"), 0);
	cr_expect_str_eq(fixed, "output-dir ");
	cr_assert_eq(reload(&o, "stmts=0\noutput-dir=/one\n"), 0);
	cr_expect_str_eq(fixed, "");
	cr_expect_str_eq(o.all.output_dir, "/one");
	end(&o);
}

Test(reload, the_command_line_goes_over_it)
{
	struct options o;

	start(&o, "", "--output-dir=/cmd");
	cr_assert_eq(reload(&o, "output-dir=/two\n"), 0);
	cr_expect_str_eq(fixed, "");
	cr_expect_str_eq(o.all.output_dir, "/cmd");
	end(&o);
}

Test(reload, a_file_that_is_wrong_changes_nothing)
{
	struct options o;

	start(&o, "keep=3\nmatch=a\n", NULL);
	cr_expect_lt(reload(&o, "keep=4\nmatch=(\n"), 0);
	cr_expect_lt(reload(&o, "cgroup=/a\ncontainer=b\n"), 0);
	unlink(name);
	cr_expect_eq(o.all.keep, 3u);
	cr_expect_str_eq(o.all.match, "a");
	end(&o);
}

/* What the packaged file shows as default is the default. */
Test(reload, the_packaged_file_shows_the_defaults)
{
	static char line[512], text[16384];
	struct options o, bare;
	struct error err;
	char *words[] = { "nytprof-bpf", "--all", NULL };
	FILE *f = fopen(BUILD "/nytprof-bpf.conf", "r");

	cr_assert_not_null(f);
	while (fgets(line, sizeof(line), f)) {
		/* "#key = value", and not a filter without one, nor what the service has its own way. */
		if (line[0] == '#' && line[1] >= 'a' && line[1] <= 'z' && strstr(line, " = "))
			strcat(text, line + 1);
	}
	fclose(f);
	start(&o, text, NULL);
	cr_assert_eq(options_parse(&bare, 2, words, NULL, &err), 0);
	cr_expect_str_eq(o.all.output_dir, bare.all.output_dir);
	cr_expect_eq(o.all.max_size, bare.all.max_size);
	cr_expect_eq(o.all.keep, bare.all.keep);
	cr_expect_float_eq(o.all.interval, bare.all.interval, 1e-9);
	cr_expect_eq(o.all.to_target, bare.all.to_target);
	cr_expect_eq(o.log_level, bare.log_level);
	cr_expect_eq(memcmp(&o.nytprof, &bare.nytprof, sizeof(o.nytprof)), 0);
	options_release(&bare);
	end(&o);
}
