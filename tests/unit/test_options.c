// SPDX-License-Identifier: GPL-2.0-or-later
#include "options/options.h"

#include <criterion/criterion.h>
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "nytprof/kevents.h"
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
	cr_expect_eq(o.log_level, LOG_LEVEL_VERBOSE);
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
	cr_expect(o.strict && o.unsafe_nops && o.log_level == LOG_LEVEL_QUIET);
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
	cr_assert_eq(parse(&o, "nytprof-bpf ctl reload 7", NULL, &err), 0);
	cr_expect_eq(o.command, COMMAND_CTL);
	options_release(&o);
}

Test(options, output_is_file)
{
	static const char *const lines[] = { "nytprof-bpf --output=x --pid 1",
					     "nytprof-bpf --output x --pid 1",
					     "nytprof-bpf -o y --output=x --pid 1" };
	struct options o;
	struct error err;
	size_t i;

	for (i = 0; i < sizeof(lines) / sizeof(lines[0]); i++) {
		cr_assert_eq(parse(&o, lines[i], NULL, &err), 0, "%s", err.text);
		cr_expect_str_eq(o.nytprof.file, "x");
		options_release(&o);
	}
}

/* Of report, doctor and ctl: before, between and behind the words; not behind "--". */
Test(options, options_go_behind_the_files)
{
	struct options o;
	struct error err;

	cr_assert_eq(parse(&o, "nytprof-bpf report a.out --top 3 b.out -q", NULL, &err), 0, "%s",
		     err.text);
	cr_expect_eq(o.top, 3u);
	cr_expect_eq(o.log_level, LOG_LEVEL_QUIET);
	cr_assert_eq(o.argc, 2);
	cr_expect_str_eq(o.argv[0], "a.out");
	cr_expect_str_eq(o.argv[1], "b.out");
	cr_expect_null(o.argv[2]);
	options_release(&o);
	cr_assert_eq(parse(&o, "nytprof-bpf report a.out -- --top 3", NULL, &err), 0);
	cr_expect_eq(o.top, 15u);
	cr_assert_eq(o.argc, 3);
	cr_expect_str_eq(o.argv[1], "--top");
	options_release(&o);
	cr_assert_eq(parse(&o, "nytprof-bpf ctl flush 12 -q", NULL, &err), 0);
	cr_expect_eq(o.argc, 2);
	options_release(&o);
	/* Which file that is then, report says. */
	cr_assert_eq(parse(&o, "nytprof-bpf report", NULL, &err), 0);
	cr_expect_eq(o.argc, 0);
	options_release(&o);
}

Test(options, times_have_units)
{
	static const struct {
		const char *words;
		double duration, interval;
	} cases[] = {
		{ "-d 2.5", 2.5, 300 },
		{ "--mode=trace --duration=500ms", 0.5, 60 },
		{ "-d 30s --interval=5m", 30, 300 },
		{ "-d 1d --interval=1.5h", 86400, 5400 },
		{ "--interval=2", 0, 2 },
	};
	struct options o;
	struct error err;
	char line[128];
	size_t i;

	for (i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		snprintf(line, sizeof(line), "nytprof-bpf --all %s", cases[i].words);
		cr_assert_eq(parse(&o, line, NULL, &err), 0, "%s", err.text);
		cr_expect_float_eq(o.duration, cases[i].duration, 1e-9, "%s", line);
		cr_expect_float_eq(o.all.interval, cases[i].interval, 1e-9, "%s", line);
		options_release(&o);
	}
}

Test(options, every_perl_is_sampled_and_one_is_traced)
{
	static const struct {
		const char *words;
		bool sampled;
		bool stmts;
	} cases[] = {
		{ "--all", true, true },
		{ "--pid 1", false, true },
		{ "-- perl", false, true },
		{ "--all --mode=trace", false, true },
		{ "--mode=subs --all", false, false },
		{ "--pid 1 --mode=sample", true, true },
	};
	struct options o;
	struct error err;
	char line[128];
	size_t i;

	for (i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		snprintf(line, sizeof(line), "nytprof-bpf %s", cases[i].words);
		cr_assert_eq(parse(&o, line, NULL, &err), 0, "%s", err.text);
		cr_expect_eq(o.sampled, cases[i].sampled, "%s", line);
		cr_expect_eq(o.nytprof.stmts, cases[i].stmts, "%s", line);
		cr_expect_eq(options_rate(&o), cases[i].sampled ? 99u : 0, "%s", line);
		options_release(&o);
	}
}

struct refusal {
	const char *line;
	const char *named; /* in the message */
};

static void expect_refused(const struct refusal *cases, size_t cnt)
{
	struct options o;
	struct error err;
	size_t i;

	for (i = 0; i < cnt; i++) {
		err.text[0] = '\0';
		cr_expect_eq(parse(&o, cases[i].line, NULL, &err), -EINVAL, "%s", cases[i].line);
		cr_expect_not_null(strstr(err.text, cases[i].named), "%s: %s", cases[i].line,
				   err.text);
		options_release(&o);
	}
}

Test(options, misspelled_words_are_named)
{
	static const struct refusal cases[] = {
		{ "nytprof-bpf --pid 1 --frobnicate", "--frobnicate" },
		{ "nytprof-bpf --pid 1 --outptu=x", "\"--outptu\"; nearest: --output" },
		{ "nytprof-bpf perl x.pl", "\"perl\"" },
		{ "nytprof-bpf recrod --pid 1",
		  "unknown command 'recrod'; did you mean 'record'?" },
		{ "nytprof-bpf recrod --help", "unknown command 'recrod'; did you mean 'record'?" },
		{ "nytprof-bpf clt status", "unknown command 'clt'; did you mean 'ctl'?" },
		{ "nytprof-bpf help repot", "unknown command 'repot'; did you mean 'report'?" },
		{ "nytprof-bpf ctl relaod", "must be start, stop, flush, status, reload or trace" },
		{ "nytprof-bpf --pid 1 --verb", "nearest: --verbose" },
		{ "nytprof-bpf --pid 1 --duratoin=3", "nearest: --duration" },
		{ "nytprof-bpf --pi 1", "nearest: --pid" },
		{ "nytprof-bpf report x --tpo 3", "nearest: --top" },
		{ "nytprof-bpf --pid 1 -vxq", "unknown option \"-x\"" },
		{ "nytprof-bpf --pid 1 --verbose=3", "takes no value" },
	};

	expect_refused(cases, sizeof(cases) / sizeof(cases[0]));
}

Test(options, bad_values_are_named)
{
	static const struct refusal cases[] = {
		{ "nytprof-bpf --overhead=0 -p 1", "not a percentage from 0.1 to 10000" },
		{ "nytprof-bpf --pid", "--pid" },
		{ "nytprof-bpf --pid abc", "abc" },
		{ "nytprof-bpf --pid 1,", "1," },
		{ "nytprof-bpf --pid 0", "0" },
		{ "nytprof-bpf --pid -5", "-5" },
		{ "nytprof-bpf --pid 1 -d 0", "0" },
		{ "nytprof-bpf --pid 1 -d nan", "nan" },
		{ "nytprof-bpf --pid 1 --mode=fast", "fast" },
		{ "nytprof-bpf --pid 1 -d 5x", "--duration=5x: must be a number of seconds" },
		{ "nytprof-bpf --pid 1 -d m", "--duration=m: must be a number of seconds" },
		{ "nytprof-bpf --pid 1 -d 0s", "--duration=0s: must be a number of seconds" },
		{ "nytprof-bpf --all --interval=500ms",
		  "--interval=500ms: must be a number of seconds" },
		{ "nytprof-bpf --all --max-size=5m", "--max-size=5m: not a number of bytes" },
		{ "nytprof-bpf -p 1 2", "separate process ids with commas" },
		{ "nytprof-bpf -p 1\n2", "separate process ids with commas" },
		{ "nytprof-bpf --pid 1 -o -",
		  "file=-: a profile can't be written to stdout: name a file" },
		{ "nytprof-bpf --pid 1 --nytprof file=-", "file=-: " },
		{ "nytprof-bpf --pid 1 --compress=11", "compress=11" },
	};

	expect_refused(cases, sizeof(cases) / sizeof(cases[0]));
}

Test(options, what_a_command_does_not_take_is_named)
{
	static const struct refusal cases[] = {
		{ "nytprof-bpf top", "which processes? Give --pid PID or --all" },
		{ "nytprof-bpf top --pid 1 --all", "either --pid or --all, not both" },
		{ "nytprof-bpf top --pid 1 --mode=trace", "top always takes samples" },
		{ "nytprof-bpf top --pid 1 --rounds=0", "--rounds=0: not a number above 0" },
		{ "nytprof-bpf top --pid 1 --uid=root", "need --all" },
		{ "nytprof-bpf ctl trace", "which process? Give its PID" },
		{ "nytprof-bpf ctl trace x", "not a process id" },
		{ "nytprof-bpf ctl flush -d 5", "belong to ctl trace" },
		{ "nytprof-bpf ctl status -o a", "belong to ctl trace" },
		{ "nytprof-bpf report --top 0 x", "0" },
	};

	expect_refused(cases, sizeof(cases) / sizeof(cases[0]));
}

Test(options, bad_conditions_of_traces_are_named)
{
	static const struct refusal cases[] = {
		{ "nytprof-bpf --all --trace-when=cpu", "must be cpu>N%" },
		{ "nytprof-bpf --all --trace-when=cpu>0%", "must be cpu>N%" },
		{ "nytprof-bpf --all --trace-when=cpu>90", "must be cpu>N%" },
		{ "nytprof-bpf --all --trace-when=cpu>90%x", "must be cpu>N%" },
		{ "nytprof-bpf --all --trace-when=>1s", "or NAME>TIME" },
		{ "nytprof-bpf --all --trace-when=sub>1q", "or NAME>TIME" },
		{ "nytprof-bpf --all --trace-when=sub>1ms", "0.02 to 86400 seconds" },
		{ "nytprof-bpf --all --trace-when=sub>1s --stmts=1 --subs=0", "subs=0 leaves out" },
		{ "nytprof-bpf --all --mode=trace --trace-when=My::sub>1s",
		  "belongs to --mode=sample" },
		{ "nytprof-bpf --all --mode=trace --trace-when=cpu>90%",
		  "belongs to --mode=sample" },
		{ "nytprof-bpf --all --trace-for=2m", "a number of seconds up to 60" },
		{ "nytprof-bpf --all --trace-when-max=0", "from 1 to 60" },
		{ "nytprof-bpf --all --trace-when-max=61", "from 1 to 60" },
	};

	expect_refused(cases, sizeof(cases) / sizeof(cases[0]));
}

Test(options, what_does_not_go_together_is_named)
{
	static const struct refusal cases[] = {
		{ "nytprof-bpf", "--pid" },
		{ "nytprof-bpf --overhead=5 --mode=sample -p 1", "limits a trace" },
		{ "nytprof-bpf --pid 1 -- perl", "both" },
		{ "nytprof-bpf --pid 1 --stmts=0 --subs=0", "nothing" },
	};

	expect_refused(cases, sizeof(cases) / sizeof(cases[0]));
}

/* Whatever else is wrong. */
Test(options, help_and_version_come_first)
{
	static const char *const lines[] = { "nytprof-bpf --help",
					     "nytprof-bpf -p x -h",
					     "nytprof-bpf --config=/nowhere --help",
					     "nytprof-bpf ctl status --help",
					     "nytprof-bpf report x.out -h",
					     "nytprof-bpf help" };
	struct options o;
	struct error err;
	size_t i;

	for (i = 0; i < sizeof(lines) / sizeof(lines[0]); i++) {
		cr_assert_eq(parse(&o, lines[i], "compress=x", &err), 0, "%s", lines[i]);
		cr_expect_eq(o.command, COMMAND_HELP, "%s", lines[i]);
		options_release(&o);
	}
	cr_assert_eq(parse(&o, "nytprof-bpf --version --pid", "foo", &err), 0);
	cr_expect_eq(o.command, COMMAND_VERSION);
	options_release(&o);
	cr_expect_eq(parse(&o, "nytprof-bpf -p 1", "compress=x", &err), -EINVAL);
	cr_expect_str_eq(err.text, "NYTPROF: compress=x: not a number");
	options_release(&o);
}

Test(options, help_is_about_the_command)
{
	static const struct {
		const char *line;
		enum command about;
	} cases[] = {
		{ "nytprof-bpf --help", COMMAND_NONE },
		{ "nytprof-bpf help", COMMAND_NONE },
		{ "nytprof-bpf record --help", COMMAND_RECORD },
		{ "nytprof-bpf record -p 1 -h", COMMAND_RECORD },
		{ "nytprof-bpf report x.out --help", COMMAND_REPORT },
		{ "nytprof-bpf ctl --help", COMMAND_CTL },
		{ "nytprof-bpf help ctl", COMMAND_CTL },
		{ "nytprof-bpf doctor -h", COMMAND_DOCTOR },
	};
	struct options o;
	struct error err;
	size_t i;

	for (i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		cr_assert_eq(parse(&o, cases[i].line, NULL, &err), 0, "%s", cases[i].line);
		cr_expect_eq(o.command, COMMAND_HELP, "%s", cases[i].line);
		cr_expect_eq(o.about, cases[i].about, "%s", cases[i].line);
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
	cr_expect(host_options_filter(&o.all));
	options_release(&o);
	cr_assert_eq(parse(&o, "nytprof-bpf --all", NULL, &err), 0);
	cr_expect(!host_options_filter(&o.all));
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
		"--all --merge=slice", "--all --no-children",
		"--all --group=",      "--group=0 --pid 3",
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

/* -------------------------------------------------------------------------- files */

/* Parses "nytprof-bpf --config=FILE" and more words, with this in the file. */
static int parse_file(struct options *o, const char *text, const char *words, const char *env,
		      struct error *err)
{
	char name[] = "/tmp/nyt-options.XXXXXX", line[256];
	int fd = mkstemp(name), rc;

	cr_assert_geq(fd, 0);
	cr_assert_eq(write(fd, text, strlen(text)), (ssize_t)strlen(text));
	close(fd);
	snprintf(line, sizeof(line), "nytprof-bpf --config=%s %s", name, words);
	rc = parse(o, line, env, err);
	unlink(name);
	return rc;
}

Test(options, the_variable_then_the_file_then_the_command_line)
{
	struct options o;
	struct error err;

	cr_assert_eq(parse_file(&o,
				"compress = 2\nstmts = 0\nkeep = 3\nkeep = 4\nlog-level = error\n"
				"nytprof = calls=2:slowops=1\n",
				"--all --slowops=0 --log-level=debug",
				"compress=9:stmts=1:blocks=1:slowops=2", &err),
		     0, "%s", err.text);
	cr_expect(o.nytprof.blocks);
	cr_expect_eq(o.nytprof.compress, 2);
	cr_expect(!o.nytprof.stmts);
	cr_expect_eq(o.nytprof.calls, 2);
	cr_expect_eq(o.nytprof.slowops, 0);
	cr_expect_eq(o.all.keep, 4u);
	cr_expect_eq(options_log_level(&o), LOG_LEVEL_VERBOSE);
	options_release(&o);
	/* Wherever --config is. */
	cr_assert_eq(parse_file(&o, "keep=5\n", "--keep=6 --all", NULL, &err), 0);
	cr_expect_eq(o.all.keep, 6u);
	options_release(&o);
}

Test(options, flags_in_a_file)
{
	struct options o;
	struct error err;

	cr_assert_eq(parse_file(&o,
				"all=yes\nstrict=1\nunsafe-nops=yes\nunsafe-nops=no\n"
				"savesrc=no\nblocks=yes\nverbose=yes\nquiet=0\nverbose=no\n",
				"", NULL, &err),
		     0, "%s", err.text);
	cr_expect(o.all.on && o.strict && !o.unsafe_nops);
	cr_expect(!o.nytprof.savesrc && o.nytprof.blocks);
	cr_expect_eq(options_log_level(&o), LOG_LEVEL_NORMAL);
	options_release(&o);
}

Test(options, what_is_wrong_in_a_file_is_named_with_its_place)
{
	static const struct {
		const char *text;
		const char *named;
	} cases[] = {
		{ "intervall = 3\n", ":1:1: unknown key \"intervall\"; expected interval" },
		{ "\nfrobnicate = 3\n", ":2:1: unknown key \"frobnicate\"; expected the name of" },
		{ "interval = x\n", ":1:12: interval=x: must be a number of seconds" },
		{ "interval=0\n", ":1:10: interval=0: must be a number of seconds" },
		{ "max-size=5X\n", ":1:10: max-size=5X: not a number of bytes" },
		{ "keep=-1\n", ":1:6: keep=-1: not a number of files" },
		{ "uid=nobody-at-all\n", ":1:5: uid=nobody-at-all: neither" },
		{ "match=(\n", ":1:7: match=(: " },
		{ "exe=perl\n", ":1:5: exe=perl: must begin with a slash" },
		{ "owner=me\n", ":1:7: owner=me: must be root or target" },
		{ "mode=fast\n", ":1:6: mode=fast: must be trace, subs, sample or burst" },
		{ "log-level=loud\n", ":1:11: log-level=loud: must be error, warning, info" },
		{ "strict=maybe\n", ":1:8: strict=maybe; expected yes, no, 1 or 0" },
		{ "stmts=2\n", ":1:7: stmts=2; expected yes, no, 1 or 0" },
		{ "compress=11\n", ":1:10: compress=11: must be 0 to 9" },
		{ "compress=x\n", ":1:10: compress=x: not a number" },
		{ "start=now\n", ":1:7: start=now: must be begin" },
		{ "clock=99\n", ":1:7: clock=99: " },
		{ "duration=-1\n", ":1:10: duration=-1: must be a number" },
		{ "pid=x\n", ":1:5: pid=x: not a process id" },
		{ "config=/x\n", ":1:1: \"config\" belongs on the command line" },
		{ "help=1\n", ":1:1: \"help\" belongs on the command line" },
		{ "version=1\n", ":1:1: \"version\" belongs on the command line" },
		{ "top=3\n", ":1:1: \"top\" belongs on the command line" },
	};
	struct options o;
	struct error err;
	size_t i;

	for (i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		err.text[0] = '\0';
		cr_expect_eq(parse_file(&o, cases[i].text, "--all", NULL, &err), -EINVAL, "%s",
			     cases[i].text);
		cr_expect_not_null(strstr(err.text, cases[i].named), "%s: %s", cases[i].text,
				   err.text);
		options_release(&o);
	}
	cr_expect_eq(parse(&o, "nytprof-bpf --config=/not/there --all", NULL, &err), -EINVAL);
	cr_expect_str_eq(err.text, "/not/there: can't read it: No such file or directory");
	options_release(&o);
	cr_expect_eq(parse(&o, "nytprof-bpf --config=/not/there report x", NULL, &err), -EINVAL);
	options_release(&o);
}

/* Each of them is one that a file can have, unless it is refused by name. */
Test(options, every_long_option_is_a_key)
{
	struct options o;
	struct error err;
	char text[128];
	size_t i;

	for (i = 0; option_name(i); i++) {
		snprintf(text, sizeof(text), "%s=\xff\n", option_name(i));
		parse_file(&o, text, "--all", NULL, &err);
		cr_expect_null(strstr(err.text, "unknown"), "%s", err.text);
		options_release(&o);
	}
	cr_expect_gt(i, 40u);
}

Test(options, log_levels)
{
	static const struct {
		const char *words;
		enum log_level level;
	} cases[] = {
		{ "", LOG_LEVEL_NORMAL },
		{ "-v", LOG_LEVEL_VERBOSE },
		{ "-vv", LOG_LEVEL_PROBES },
		{ "-v --verbose -v", LOG_LEVEL_ALL },
		{ "-vvvvvvvvvvvv", LOG_LEVEL_ALL },
		{ "-vv -q", LOG_LEVEL_QUIET },
		{ "-q -vv", LOG_LEVEL_PROBES },
		{ "-v -q -v", LOG_LEVEL_VERBOSE },
		{ "-vv --log-level=error -v", LOG_LEVEL_VERBOSE },
		{ "--log-level=debug", LOG_LEVEL_VERBOSE },
		{ "--log-level=debug2", LOG_LEVEL_PROBES },
		{ "--log-level=debug3", LOG_LEVEL_ALL },
		{ "--trace=2", LOG_LEVEL_PROBES },
		{ "--trace=9", LOG_LEVEL_ALL },
		{ "-q", LOG_LEVEL_QUIET },
		{ "--log-level=error", LOG_LEVEL_QUIET },
		{ "--log-level=warning", LOG_LEVEL_WARNING },
		{ "-v --log-level=info", LOG_LEVEL_NORMAL },
		{ "--log-level=info -v", LOG_LEVEL_VERBOSE },
		{ "--trace=1", LOG_LEVEL_VERBOSE },
		{ "--trace=1 -q", LOG_LEVEL_QUIET },
	};
	struct options o;
	struct error err;
	char line[64];
	size_t i;

	for (i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		snprintf(line, sizeof(line), "nytprof-bpf --all %s", cases[i].words);
		cr_expect_eq(parse(&o, line, NULL, &err), 0);
		cr_expect_eq(options_log_level(&o), cases[i].level, "%s", cases[i].words);
		options_release(&o);
	}
}

/* nytprof-bpf.conf with what is commented out: "#key = value"; returns how many. */
static int defaults_shown(char *text, size_t size)
{
	FILE *conf = fopen(BUILD "/nytprof-bpf.conf", "r");
	char line[256], value[2];
	size_t len = 0;
	int cnt = 0;

	cr_assert_not_null(conf);
	while (fgets(line, sizeof(line), conf)) {
		if (sscanf(line, "#%*[a-z-] = %1s", value) != 1)
			continue;
		len += (size_t)snprintf(text + len, size - len, "%s", line + 1);
		cr_assert_lt(len, size);
		cnt++;
	}
	fclose(conf);
	return cnt;
}

Test(options, the_configuration_shows_the_defaults)
{
	struct options plain, o;
	struct error err;
	char text[2048];

	cr_assert_gt(defaults_shown(text, sizeof(text)), 15);
	cr_assert_eq(parse(&plain, "nytprof-bpf --all", NULL, &err), 0);
	cr_assert_eq(parse_file(&o, text, "--all", NULL, &err), 0, "%s", err.text);
	cr_expect_str_eq(o.all.output_dir, plain.all.output_dir);
	cr_expect_eq(o.all.max_size, plain.all.max_size);
	cr_expect_eq(o.all.keep, plain.all.keep);
	cr_expect_float_eq(o.all.interval, plain.all.interval, 0);
	cr_expect_eq(o.all.merge, plain.all.merge);
	cr_expect_eq(o.all.to_target, plain.all.to_target);
	cr_expect_eq(o.log_level, plain.log_level);
	cr_expect_eq(o.no_source, plain.no_source);
	cr_expect_eq(o.nytprof.compress, plain.nytprof.compress);
	cr_expect_eq(o.nytprof.calls, plain.nytprof.calls);
	cr_expect_eq(o.nytprof.subs, plain.nytprof.subs);
	cr_expect_eq(o.nytprof.savesrc, plain.nytprof.savesrc);
	cr_expect_eq(o.nytprof.leave, plain.nytprof.leave);
	cr_expect_eq(o.nytprof.blocks, plain.nytprof.blocks);
	cr_expect_eq(o.nytprof.slowops, plain.nytprof.slowops);
	cr_expect_eq(o.nytprof.start, plain.nytprof.start);
	cr_expect_eq(o.nytprof.forkdepth, plain.nytprof.forkdepth);
	cr_expect_eq(o.nytprof.clock, plain.nytprof.clock);
	cr_expect_eq(o.nytprof.nameevals, plain.nytprof.nameevals);
	cr_expect_eq(o.nytprof.nameanonsubs, plain.nytprof.nameanonsubs);
	options_release(&plain);
	options_release(&o);
}

static int add_name(const char *name, void *arg)
{
	strcat(strcat(arg, name), " ");
	return 0;
}

Test(options, events_have_their_names)
{
	struct options o;
	struct error err;
	char names[200] = "";

	cr_assert_eq(parse(&o,
			   "nytprof-bpf top --event=tracepoint:a:b,syscalls,page-faults --pid 3",
			   NULL, &err),
		     0, "%s", err.text);
	cr_assert_not(event_options_each(&o.event, add_name, names));
	cr_expect_str_eq(names, "page-faults syscalls tracepoint:a:b ");
	options_release(&o);
}

static void expect_split(const char *text, const char *name, unsigned measure)
{
	char got[EVENT_NAME_SIZE] = "";
	unsigned of = 0;

	cr_expect_eq(event_option_split(text, got, &of), name != NULL, "%s", text);
	if (!name)
		return;
	cr_expect_str_eq(got, name);
	cr_expect_eq(of, measure, "%s", text);
}

Test(options, an_event_has_a_count_a_time_bytes_and_errors)
{
	char name[300];

	expect_split("syscalls", "syscalls", 0);
	expect_split("syscalls:count", "syscalls", 1);
	expect_split("syscalls:time", "syscalls", 2);
	expect_split("files:bytes", "files", 3);
	expect_split("files:errors", "files", 4);
	expect_split("tracepoint:sched:sched_waking", "tracepoint:sched:sched_waking", 0);
	expect_split("tracepoint:sched:time", "tracepoint:sched:time", 0);
	expect_split("tracepoint:sched:time:time", "tracepoint:sched:time", 2);
	expect_split("syscalls:", NULL, 0);
	expect_split("syscalls:size", NULL, 0);
	expect_split("syscalls:time:time", NULL, 0);
	expect_split(":time", NULL, 0);
	expect_split("time", NULL, 0);
	expect_split("tracepoint:sched:a:size", NULL, 0);
	memset(name, 'x', sizeof(name) - 1);
	name[sizeof(name) - 1] = '\0';
	expect_split(name, NULL, 0);
	memcpy(name, "tracepoint:x:", 13);
	expect_split(name, NULL, 0);
	strcpy(name + sizeof(name) - 6, ":time");
	expect_split(name, NULL, 0);
}

Test(options, an_event_may_have_parts_with_names_of_their_own)
{
	const unsigned again = KEVENT_BIT(KEVENT_RETRANSMIT), bytes = KEVENT_BIT(KEVENT_TCP_BYTES);
	struct options o;
	struct error err;

	cr_assert_eq(parse(&o, "nytprof-bpf --event=tcp -- perl", NULL, &err), 0, "%s", err.text);
	cr_expect_eq(o.event.events, KEVENT_BIT(KEVENT_CONNECT) | bytes | again);
	options_release(&o);
	cr_assert_eq(parse(&o, "nytprof-bpf --event=tcp-bytes -- perl", NULL, &err), 0, "%s",
		     err.text);
	cr_expect_eq(o.event.events, bytes);
	options_release(&o);
}

Test(options, tracepoints_among_events)
{
	struct options o;
	struct error err;

	cr_assert_eq(
		parse(&o,
		      "nytprof-bpf --event=tracepoint:a:b,futex,tracepoint:c-d:e_1,tracepoint:a:b "
		      "--pid 3",
		      NULL, &err),
		0, "%s", err.text);
	cr_expect_eq(o.event.events, KEVENT_BIT(KEVENT_FUTEX) | KEVENT_BIT(KEVENT_TRACEPOINT));
	cr_assert_eq(o.event.tracepoint_cnt, 2, "one that is given twice is one");
	cr_expect_str_eq(o.event.tracepoints[0].name, "a:b");
	cr_expect_str_eq(o.event.tracepoints[1].name, "c-d:e_1");
	options_release(&o);
}
