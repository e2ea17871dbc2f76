// SPDX-License-Identifier: GPL-2.0-or-later
#include "options.h"

#include <criterion/criterion.h>
#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "util/error.h"

#define ARGS_MAX 16

/* Splits at blanks; the words live as long as the program. */
static int parse(struct options *o, const char *line, const char *env, struct error *err)
{
	static char text[512];
	static char *argv[ARGS_MAX + 1];
	int argc = 0;
	char *word, *save;

	snprintf(text, sizeof(text), "%s", line);
	for (word = strtok_r(text, " ", &save); word && argc < ARGS_MAX;
	     word = strtok_r(NULL, " ", &save))
		argv[argc++] = word;
	argv[argc] = NULL;
	return options_parse(o, argc, argv, env, err);
}

Test(options, a_command_keeps_its_own_options)
{
	struct options o;
	struct error err;

	cr_assert_eq(
		parse(&o, "nytprof-bpf -v -o x.out -- perl -w -d:Foo s.pl --pid 3", NULL, &err), 0);
	cr_expect_eq(o.command, COMMAND_RECORD);
	cr_expect(o.verbose);
	cr_expect_str_eq(o.nytprof.file, "x.out");
	cr_expect_eq(o.argc, 6);
	cr_expect_str_eq(o.argv[0], "perl");
	cr_expect_str_eq(o.argv[5], "3");
	cr_expect_eq(o.pid_cnt, 0u);
	options_release(&o);
}

Test(options, record_is_the_default_and_can_be_said)
{
	struct options o;
	struct error err;

	cr_assert_eq(parse(&o,
			   "nytprof-bpf record --pid 12,34 -p 56 -d 1.5 --strict --unsafe-nops -q",
			   NULL, &err),
		     0);
	cr_expect_eq(o.command, COMMAND_RECORD);
	cr_expect_eq(o.pid_cnt, 3u);
	cr_expect_eq(o.pids[0], 12);
	cr_expect_eq(o.pids[2], 56);
	cr_expect_float_eq(o.duration, 1.5, 1e-9);
	cr_expect(o.strict && o.unsafe_nops && o.quiet);
	options_release(&o);
}

Test(options, the_command_line_wins_over_the_variable)
{
	struct options o;
	struct error err;

	cr_assert_eq(parse(&o, "nytprof-bpf --compress=1 --nytprof stmts=1 -p 1",
			   "compress=9:stmts=0:file=env.out", &err),
		     0);
	cr_expect_eq(o.nytprof.compress, 1);
	cr_expect(o.nytprof.stmts);
	cr_expect_str_eq(o.nytprof.file, "env.out");
	options_release(&o);
}

Test(options, other_commands)
{
	struct options o;
	struct error err;

	cr_assert_eq(parse(&o, "nytprof-bpf report --top 3 a.out b.out", "compress=x", &err), 0);
	cr_expect_eq(o.command, COMMAND_REPORT);
	cr_expect_eq(o.argc, 2);
	cr_expect_eq(o.top, 3u);
	options_release(&o);
	cr_assert_eq(parse(&o, "nytprof-bpf doctor --pid 7", NULL, &err), 0);
	cr_expect_eq(o.command, COMMAND_DOCTOR);
	cr_expect_eq(o.pids[0], 7);
	options_release(&o);
	cr_assert_eq(parse(&o, "nytprof-bpf --version", NULL, &err), 0);
	cr_expect_eq(o.command, COMMAND_VERSION);
	options_release(&o);
	cr_assert_eq(parse(&o, "nytprof-bpf report --help", NULL, &err), 0);
	cr_expect_eq(o.command, COMMAND_HELP);
	options_release(&o);
}

Test(options, what_is_wrong_is_named)
{
	static const struct {
		const char *line;
		const char *named;
	} cases[] = {
		{ "nytprof-bpf", "--pid" },
		{ "nytprof-bpf perl x.pl", "\"perl\"" },
		{ "nytprof-bpf top --pid 1", "\"top\" is not there yet" },
		{ "nytprof-bpf verify x.out", "\"verify\" is not there yet" },
		{ "nytprof-bpf --pid 1 -- perl", "both" },
		{ "nytprof-bpf --pid", "--pid" },
		{ "nytprof-bpf --pid abc", "abc" },
		{ "nytprof-bpf --pid 1,", "1," },
		{ "nytprof-bpf --pid 0", "0" },
		{ "nytprof-bpf --pid -5", "-5" },
		{ "nytprof-bpf --pid 1 -d 0", "0" },
		{ "nytprof-bpf --pid 1 -d nan", "nan" },
		{ "nytprof-bpf --pid 1 --mode=fast", "fast" },
		{ "nytprof-bpf --pid 1 --frobnicate", "--frobnicate" },
		{ "nytprof-bpf --pid 1 --stmts=0 --subs=0", "nothing" },
		{ "nytprof-bpf --pid 1 --compress=11", "compress=11" },
		{ "nytprof-bpf report", "file" },
		{ "nytprof-bpf report --top 0 x", "0" },
	};
	struct options o;
	struct error err;
	size_t i;

	for (i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		err.text[0] = '\0';
		cr_expect_eq(parse(&o, cases[i].line, NULL, &err), -EINVAL, "%s", cases[i].line);
		cr_expect_not_null(strstr(err.text, cases[i].named), "%s: %s", cases[i].line,
				   err.text);
		options_release(&o);
	}
}

Test(options, all_with_its_filters)
{
	struct options o;
	struct error err;

	cr_assert_eq(parse(&o,
			   "nytprof-bpf --all --comm=httpd --uid=33 --match=^/srv --keep=7 "
			   "--max-size=2k --output-dir=/tmp/x --interval=1.5 --owner=target",
			   NULL, &err),
		     0, "%s", err.text);
	cr_expect(o.all.on && o.all.has_uid && o.all.to_target);
	cr_expect_eq(o.all.uid, 33u);
	cr_expect_str_eq(o.all.comm, "httpd");
	cr_expect_str_eq(o.all.output_dir, "/tmp/x");
	cr_expect_eq(o.all.keep, 7u);
	cr_expect_eq(o.all.max_size, 2048u);
	cr_expect_float_eq(o.all.interval, 1.5, 1e-9);
	cr_expect(all_options_filter(&o.all));
	options_release(&o);
	cr_assert_eq(parse(&o, "nytprof-bpf --all", NULL, &err), 0);
	cr_expect(!all_options_filter(&o.all));
	cr_expect_str_eq(o.all.output_dir, "/var/lib/nytprof-bpf");
	options_release(&o);
}

Test(options, what_does_not_go_with_all)
{
	static const char *const lines[] = {
		"--all --pid 3",       "--all -- perl",
		"--uid=3 --pid 3",     "--all --cgroup=/a --container=b",
		"--all --cgroup=a",    "--all --comm=",
		"--all --max-size=3x", "--all --max-size=99999999999T",
		"--all --keep=-1",     "--all --interval=0",
		"--all --owner=me",    "--merge=unit --pid 3",
		"--all --merge=slice"
	};
	struct options o;
	struct error err;
	char line[128];
	size_t i;

	for (i = 0; i < sizeof(lines) / sizeof(lines[0]); i++) {
		snprintf(line, sizeof(line), "nytprof-bpf %s", lines[i]);
		cr_expect_eq(parse(&o, line, NULL, &err), -EINVAL, "%s", line);
		options_release(&o);
	}
}

/* Its profiles have names of their own. */
Test(options, the_name_of_a_file_is_none_of_all)
{
	static const char *const lines[] = { "-o x", "--file=x", "--nytprof file=x", "--addpid=1",
					     "--nytprof compress=1:addtimestamp=1" };
	struct options o;
	struct error err;
	char line[128];
	size_t i;

	for (i = 0; i < sizeof(lines) / sizeof(lines[0]); i++) {
		snprintf(line, sizeof(line), "nytprof-bpf %s --all", lines[i]);
		err.text[0] = '\0';
		cr_expect_eq(parse(&o, line, NULL, &err), -EINVAL, "%s", line);
		cr_expect_not_null(strstr(err.text, "use --output-dir"), "%s: %s", line, err.text);
		options_release(&o);
	}
	cr_assert_eq(parse(&o, "nytprof-bpf --all", "file=x:addpid=1:compress=2", &err), 0);
	cr_expect(!o.nytprof.file && !o.nytprof.addpid && o.nytprof.compress == 2);
	options_release(&o);
	cr_assert_eq(parse(&o, "nytprof-bpf --pid 1", "file=x", &err), 0);
	cr_expect_str_eq(o.nytprof.file, "x");
	options_release(&o);
}

Test(options, no_source_is_not_undone)
{
	struct options o;
	struct error err;

	cr_assert_eq(parse(&o, "nytprof-bpf --no-source --savesrc=1 --pid 1", "savesrc=1", &err),
		     0);
	cr_expect(!o.nytprof.savesrc);
	options_release(&o);
	cr_assert_eq(parse(&o, "nytprof-bpf --pid 1", NULL, &err), 0);
	cr_expect(o.nytprof.savesrc);
	options_release(&o);
}
