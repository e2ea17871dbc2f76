// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * Runs the cases of a suite, each as a test of its own.  The suite is in the program's name: test_input
 * runs cases/input/NAME.sh.  CASE=NAME runs one of them.
 */
#include <criterion/criterion.h>
#include <criterion/parameterized.h>
#include <errno.h>
#include <fcntl.h>
#include <glob.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#define CASES	   "tests/e2e/cases"
#define COMMON	   "common.sh" /* what the cases of a suite share */
#define CASE_LIMIT 300 /* seconds; the longest takes 75, and four times as long on a busy machine */
#define SKIPPED	   77 /* lib.sh ends so */

struct test_case {
	char name[128]; /* SUITE/NAME */
};

static char top[512]; /* the project */
static char dir[64]; /* the case's directory */
static char log_file[80]; /* which expectations it misses, and what it prints itself */

/* ------------------------------------------------------------------------ which cases */

static const char *suite_name(void)
{
	const char *name = program_invocation_short_name;

	return strncmp(name, "test_", 5) ? name : name + 5;
}

/* "tests/e2e/cases/input/usage.sh" is the case input/usage. */
static void name_case(struct test_case *named, const char *path)
{
	const char *name = path + strlen(CASES) + 1;

	snprintf(named->name, sizeof(named->name), "%.*s", (int)(strlen(name) - strlen(".sh")),
		 name);
}

ParameterizedTestParameters(cases, each)
{
	const char *one = getenv("CASE");
	struct test_case *all;
	char pattern[256];
	size_t i, count = 0;
	glob_t found;

	snprintf(pattern, sizeof(pattern), CASES "/%s/%s.sh", suite_name(), one ? one : "*");
	if (glob(pattern, 0, NULL, &found)) {
		fprintf(stderr, "no case is %s\n", pattern);
		exit(1);
	}
	all = cr_malloc(found.gl_pathc * sizeof(*all));
	for (i = 0; i < found.gl_pathc; i++) {
		if (!strstr(found.gl_pathv[i], "/" COMMON))
			name_case(&all[count++], found.gl_pathv[i]);
	}
	globfree(&found);
	return cr_make_param_array(struct test_case, all, count);
}

/* ------------------------------------------------------------------------ its place */

static void make_place(void)
{
	cr_assert_not_null(getcwd(top, sizeof(top)));
	if (geteuid())
		cr_skip_test("needs root");
	snprintf(dir, sizeof(dir), "/tmp/nytprof-e2e.XXXXXX");
	cr_assert_not_null(mkdtemp(dir));
	/* For everybody: some cases become somebody else. */
	cr_assert_eq(chmod(dir, 0777), 0);
	snprintf(log_file, sizeof(log_file), "%s.log", dir);
}

static void remove_place(void)
{
	char command[512];

	snprintf(command, sizeof(command),
		 "grep -o ' %s[^ ]*' /proc/self/mounts | tac | xargs -r umount -l; "
		 "rm -rf --one-file-system %s %s.log*",
		 dir, dir, dir);
	if (system(command))
		fprintf(stderr, "%s is left\n", dir);
}

/* ------------------------------------------------------------------------ its processes */

static void become_case(const char *name)
{
	char path[600], agent[600];
	int null = open("/dev/null", O_RDONLY);
	int log = open(log_file, O_WRONLY | O_CREAT | O_APPEND, 0666);

	snprintf(path, sizeof(path), "%s/" CASES "/lib.sh", top);
	snprintf(agent, sizeof(agent), "%s/build/nytprof-bpf", top);
	if (null < 0 || log < 0 || chdir(dir))
		_exit(1);
	prctl(PR_SET_PDEATHSIG, SIGKILL);
	setenv("TOP", top, 1);
	setenv("AGENT", agent, 1);
	setenv("LOG", log_file, 1);
	unsetenv("NYTPROF");
	unsetenv("SUDO_UID");
	unsetenv("SUDO_GID");
	unsetenv("CASE");
	dup2(null, 0);
	dup2(log, 1);
	dup2(log, 2);
	close(null);
	close(log);
	execlp("bash", "bash", path, name, NULL);
	_exit(1);
}

static void kill_children_in(const char *list)
{
	FILE *f = fopen(list, "r");
	int pid;

	while (f && fscanf(f, "%d", &pid) == 1)
		kill(pid, SIGKILL);
	if (f)
		fclose(f);
}

/* What has lost its parent is a child of ours. */
static void kill_all_children(void)
{
	size_t i;
	glob_t lists;

	do {
		if (glob("/proc/self/task/*/children", 0, NULL, &lists))
			return;
		for (i = 0; i < lists.gl_pathc; i++)
			kill_children_in(lists.gl_pathv[i]);
		globfree(&lists);
	} while (waitpid(-1, NULL, 0) > 0);
}

/* Again, if nothing waited just then. */
static void be_interrupted(int signal)
{
	(void)signal;
	alarm(1);
}

/* Its status; -1 if it took too long.  Orphans of its are reaped meanwhile, or they would stay as zombies. */
static int wait_for_case(pid_t pid)
{
	struct sigaction action = { .sa_handler = be_interrupted };
	int status = 0;
	pid_t ended;

	sigaction(SIGALRM, &action, NULL);
	alarm(CASE_LIMIT);
	do {
		ended = waitpid(-1, &status, 0);
	} while (ended > 0 && ended != pid);
	alarm(0);
	if (ended < 0)
		return -1;
	return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

/* ------------------------------------------------------------------------ what came of it */

static void read_log(char *text, size_t size)
{
	FILE *f = fopen(log_file, "r");
	size_t len = f ? fread(text, 1, size - 1, f) : 0;

	text[len] = '\0';
	while (len && text[len - 1] == '\n')
		text[--len] = '\0';
	if (f)
		fclose(f);
}

static void judge(const char *name, int status, const char *text)
{
	if (!status)
		return;
	if (status == SKIPPED)
		cr_skip_test("%s: %s", name, text);
	cr_assert_fail("case %s%s\n%s", name,
		       status < 0 ? " took too long; it may have printed:" : ":", text);
}

ParameterizedTest(struct test_case *each, cases, each, .timeout = CASE_LIMIT + 10)
{
	static char text[1 << 16];
	int status;
	pid_t pid;

	make_place();
	prctl(PR_SET_CHILD_SUBREAPER, 1);
	pid = fork();
	cr_assert_geq(pid, 0);
	if (!pid)
		become_case(each->name);
	status = wait_for_case(pid);
	kill_all_children();
	read_log(text, sizeof(text));
	remove_place();
	judge(each->name, status, text);
}
