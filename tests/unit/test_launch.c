// SPDX-License-Identifier: GPL-2.0-or-later
/* Real commands.  Without the right to mount they run with the perls of everybody. */
#include "spawn/launch.h"

#include <criterion/criterion.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "rights/invoker.h"
#include "rights/limits.h"
#include "util/error.h"

static const struct invoker nobody = { .uid = INVOKER_NOBODY };
static char dir[] = "/tmp/nyt-launch.XXXXXX";
static struct launch *launch;
static struct error err;

static void init(void)
{
	cr_assert_not_null(mkdtemp(dir));
	cr_assert_eq(chdir(dir), 0);
	setenv("PATH", "/usr/bin:/bin", 1);
	limits_raise(&err); /* the command gets those of before */
}

static void fini(void)
{
	char command[64];

	launch_free(launch);
	snprintf(command, sizeof(command), "rm -r %s", dir);
	cr_expect_eq(system(command), 0);
}

TestSuite(launch, .init = init, .fini = fini);

static int look_for(const char *name)
{
	static char *argv[2];

	argv[0] = (char *)name;
	return launch_new(&launch, argv, &nobody, &err);
}

/* From its name to its end, as wait(2) says it; -errno: it could not be run. */
static int run(char *const argv[])
{
	int status, rc;
	pid_t pid;

	cr_assert_eq(launch_new(&launch, argv, &nobody, &err), 0, "%s", err.text);
	cr_assert_eq(launch_find_perls(launch, &err), 0, "%s", err.text);
	pid = launch_fork(launch, true, &err);
	cr_assert_gt(pid, 0, "%s", err.text);
	rc = launch_exec(launch, &err);
	if (rc)
		return rc;
	cr_assert_eq(waitpid(pid, &status, 0), pid);
	return status;
}

static void expect_text(const char *file, const char *text)
{
	char got[256] = "";
	FILE *f = fopen(file, "r");

	cr_assert_not_null(f);
	cr_expect_not_null(fgets(got, sizeof(got), f));
	fclose(f);
	cr_expect_str_eq(got, text);
}

Test(launch, a_command_that_is_not_there)
{
	cr_expect_eq(look_for("no-such-command"), -ENOENT);
	cr_expect_not_null(strstr(err.text, "no-such-command"));
}

Test(launch, a_command_that_may_not_be_executed)
{
	cr_assert_eq(system("echo >plain.pl; chmod 644 plain.pl; mkdir sub"), 0);
	cr_expect_eq(look_for("./plain.pl"), -EACCES);
	cr_expect_not_null(strstr(err.text, "use \"perl ./plain.pl\""), "%s", err.text);
	cr_expect_eq(look_for("./sub"), -EACCES);
}

Test(launch, it_has_its_arguments_and_its_status)
{
	char *argv[] = { "perl", "-e",	"open F, '>', 'out'; print F qq(@ARGV\n); exit 7",
			 "a",	 "b c", NULL };
	int status = run(argv);

	cr_expect(WIFEXITED(status) && WEXITSTATUS(status) == 7);
	expect_text("out", "a b c\n");
}

Test(launch, it_waits_until_it_may_run)
{
	char *argv[] = { "perl", "-e", "open F, '>', 'ran'", NULL };
	struct stat st;
	int status;
	pid_t pid;

	cr_assert_eq(launch_new(&launch, argv, &nobody, &err), 0);
	cr_assert_eq(launch_find_perls(launch, &err), 0);
	pid = launch_fork(launch, true, &err);
	cr_assert_gt(pid, 0);
	cr_expect_neq(stat("ran", &st), 0);
	/* Not let go: it ends, and has not run. */
	launch_free(launch);
	launch = NULL;
	cr_assert_eq(waitpid(pid, &status, 0), pid);
	cr_expect(WIFEXITED(status) && WEXITSTATUS(status) == 127);
	cr_expect_neq(stat("ran", &st), 0);
}

Test(launch, what_execve_refuses_is_said)
{
	char *argv[] = { "./script", NULL };

	cr_assert_eq(system("echo '#!/no/such/interpreter' >script; chmod 755 script"), 0);
	cr_expect_eq(run(argv), -ENOENT);
	cr_expect_not_null(strstr(err.text, "./script"), "%s", err.text);
}

/* A copy of its own, or why not; never somebody else's file. */
Test(launch, the_copy_is_its_own)
{
	char *argv[] = { "perl", "-e", "1", NULL };
	struct stat copy, original;
	struct error why = {};
	int fd;

	cr_assert_eq(launch_new(&launch, argv, &nobody, &err), 0);
	cr_assert_eq(launch_find_perls(launch, &err), 0);
	cr_assert_gt(launch_fork(launch, true, &err), 0);
	fd = launch_open_copy(launch, 0);
	if (!launch_is_private(launch, &why)) {
		cr_expect_lt(fd, 0);
		cr_expect_neq(why.text[0], '\0');
	} else {
		cr_assert_geq(fd, 0);
		cr_expect_eq(fstat(fd, &copy), 0);
		cr_expect_eq(stat("/usr/bin/perl", &original), 0);
		cr_expect(copy.st_dev != original.st_dev || copy.st_ino != original.st_ino);
		close(fd);
	}
	cr_expect_eq(launch_exec(launch, &err), 0);
}
