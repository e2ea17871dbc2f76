/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Runs the real agent on real perls, in a directory of the test's own.  Needs root and BPF:
 * without, the tests are skipped and counted as such.
 */
#ifndef NYTPROF_E2E_H
#define NYTPROF_E2E_H

#include <criterion/criterion.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#define OUTPUT_MAX (1 << 20)

static char e2e_top[512]; /* the project */
static char e2e_dir[64]; /* the test's directory, which is the working directory */
static char e2e_out[OUTPUT_MAX]; /* what the last run command wrote to stdout */
static char e2e_err[OUTPUT_MAX]; /* and to stderr */

static inline void e2e_init(void)
{
	cr_assert_not_null(getcwd(e2e_top, sizeof(e2e_top)));
	if (geteuid())
		cr_skip_test("needs root");
	snprintf(e2e_dir, sizeof(e2e_dir), "/tmp/nytprof-e2e.XXXXXX");
	cr_assert_not_null(mkdtemp(e2e_dir));
	/* For everybody: some tests become somebody else. */
	cr_assert_eq(chmod(e2e_dir, 0777), 0);
	cr_assert_eq(chdir(e2e_dir), 0);
	setenv("AGENT", "", 1);
	unsetenv("NYTPROF");
	unsetenv("SUDO_UID");
	unsetenv("SUDO_GID");
}

static inline void e2e_fini(void)
{
	char command[128];

	if (!e2e_dir[0] || chdir("/"))
		return;
	snprintf(command, sizeof(command), "rm -rf %s", e2e_dir);
	if (system(command))
		fprintf(stderr, "%s is left\n", e2e_dir);
}

static inline void e2e_read(const char *file, char *text)
{
	FILE *f = fopen(file, "r");
	size_t len = f ? fread(text, 1, OUTPUT_MAX - 1, f) : 0;

	text[len] = '\0';
	if (f)
		fclose(f);
}

/*
 * Runs a shell command in which $AGENT is the agent, $TOP the project, and "recording" waits until
 * the agent says that it records; its output is in e2e_out and e2e_err.  Returns its exit status, 128 + N for a signal.  Nothing may take two minutes.
 */
static inline int run(const char *fmt, ...)
{
	char command[4096], full[8192];
	va_list ap;
	int status;

	va_start(ap, fmt);
	vsnprintf(command, sizeof(command), fmt, ap);
	va_end(ap);
	snprintf(
		full, sizeof(full),
		"AGENT=%s/build/nytprof-bpf TOP=%s; export TOP\n"
		"recording() { until grep -q '^nytprof-bpf: recording' stderr; do sleep 0.02; done; }\n"
		"exec 3>&1 >stdout 2>stderr </dev/null\n%s\n",
		e2e_top, e2e_top, command);
	FILE *script = fopen("run.sh", "w");
	fputs(full, script);
	fclose(script);
	status = system("timeout -k 5 120 bash run.sh");
	e2e_read("stdout", e2e_out);
	e2e_read("stderr", e2e_err);
	return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

/* Makes a file. */
static inline void put_file(const char *name, const char *text)
{
	FILE *f = fopen(name, "w");

	cr_assert_not_null(f, "%s", name);
	fputs(text, f);
	fclose(f);
}

static inline bool exists(const char *name)
{
	struct stat st;

	return !lstat(name, &st);
}

/*
 * What a profile says, by the stock reader: one line each,
 *     line FILE:LINE COUNT
 *     call FILE:LINE CALLER CALLEE COUNT
 *     sub NAME CALLS INCL EXCL
 *     attr KEY VALUE
 * in e2e_out.  The reader must have nothing to complain of.
 */
static inline void read_profile(const char *file)
{
	cr_assert_eq(run("perl %s/tests/e2e/profile.pl %s", e2e_top, file), 0, "%s: %s", file,
		     e2e_err);
	cr_assert_str_eq(e2e_err, "", "the stock reader says of %s: %s", file, e2e_err);
}

#define expect_out(text) \
	cr_expect_not_null(strstr(e2e_out, text), "no \"%s\" in:\n%s", text, e2e_out)
#define expect_err(text) \
	cr_expect_not_null(strstr(e2e_err, text), "no \"%s\" in:\n%s", text, e2e_err)
#define expect_no_err(text) cr_expect_null(strstr(e2e_err, text), "\"%s\" in:\n%s", text, e2e_err)

/*
 * With --all: but for what the first one that is met has run before its perl was probed, and perls of others, of which
 * nobody knows whether the filters would have meant them.
 */
static inline void expect_nothing_lost(void)
{
	const char *p = e2e_err;

	cr_expect_not_null(strstr(p, "not recorded: "), "%s", e2e_err);
	while ((p = strstr(p, "not recorded: "))) {
		const char *end = p + strcspn(p, "\n");
		const char *others = strstr(p, "the filters were checked");
		const char *first = strstr(p, "earlier work of 1 process ");

		cr_expect(!strncmp(p + 14, "nothing (0)", 11) || (others && others < end) ||
				  (first && first < end),
			  "%s", e2e_err);
		p = end;
	}
}

/* One line that explains, and no more than one. */
static inline void expect_one_line(const char *about)
{
	char *newline = strchr(e2e_err, '\n');

	cr_expect_eq(strncmp(e2e_err, "nytprof-bpf: ", 13), 0, "%s", e2e_err);
	cr_expect(newline && !newline[1], "not one line: %s", e2e_err);
	expect_err(about);
}

/* The number behind a text of e2e_out; -1: the text is not there. */
static inline double number_behind(const char *text)
{
	const char *p = strstr(e2e_out, text);

	return p ? strtod(p + strlen(text), NULL) : -1;
}

/* The second number behind it. */
static inline double seconds_behind(const char *text)
{
	const char *p = strstr(e2e_out, text);
	char *end;

	if (!p)
		return -1;
	strtod(p + strlen(text), &end);
	return strtod(end, NULL);
}

/* In the output of read_profile(): a line's count, 0 if the line is not there. */
static inline void expect_line(const char *place, double cnt)
{
	const char *p = e2e_out;
	double found = 0;
	char *space, *end;

	for (; p && !found; p = strchr(p, '\n'), p = p ? p + 1 : NULL) {
		space = strncmp(p, "line ", 5) ? NULL : strpbrk(p + 5, "\n ");
		if (space && space - p > (long)strlen(place) &&
		    !strncmp(space - strlen(place), place, strlen(place)))
			found = strtod(space, &end);
	}
	cr_expect_eq(found, cnt, "%s ran %g times, not %g, in:\n%s", place, found, cnt, e2e_out);
}

/* Starts a command in the background; its pid. */
static inline pid_t start(const char *file, ...)
{
	char *argv[16] = { (char *)file };
	va_list ap;
	int argc = 1, null;
	pid_t pid;

	va_start(ap, file);
	while (argc < 15 && (argv[argc] = va_arg(ap, char *)))
		argc++;
	va_end(ap);
	pid = fork();
	if (!pid) {
		prctl(PR_SET_PDEATHSIG, SIGKILL); /* a test that fails leaves nothing running */
		null = open("/dev/null", O_RDWR);
		dup2(null, 0);
		dup2(null, 1);
		dup2(null, 2);
		execvp(file, argv);
		_exit(127);
	}
	return pid;
}

static inline void stop(pid_t pid)
{
	kill(pid, SIGKILL);
	waitpid(pid, NULL, 0);
}

/* Waits up to ten seconds for a file. */
static inline bool wait_for(const char *name)
{
	int i;

	for (i = 0; i < 1000 && !exists(name); i++)
		usleep(10000);
	return exists(name);
}

#endif
