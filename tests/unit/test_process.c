// SPDX-License-Identifier: GPL-2.0-or-later
/* Processes of this machine: a perl, no perl, none; commands and where they are. */
#include "target/process.h"

#include <criterion/criterion.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "perl/perl_image.h"
#include "target/find.h"
#include "target/look.h"
#include "target/maps.h"
#include "util/error.h"

/* Returns when the child is what it is to be: the exec closes its end of the pipe. */
static pid_t start(const char *file, char *const argv[])
{
	int ends[2];
	char none;
	pid_t pid;

	cr_assert_eq(pipe2(ends, O_CLOEXEC), 0);
	pid = fork();
	if (!pid) {
		execv(file, argv);
		_exit(127);
	}
	close(ends[1]);
	cr_expect_eq(read(ends[0], &none, 1), 0);
	close(ends[0]);
	return pid;
}

static void stop(pid_t pid)
{
	kill(pid, SIGKILL);
	waitpid(pid, NULL, 0);
}

Test(process, a_perl_is_found_by_what_it_has_mapped)
{
	char *argv[] = { "something else", "-e", "sleep 60", NULL };
	struct perl_image *perls[PROCESS_PERLS_MAX];
	struct error err;
	pid_t pid = start("/usr/bin/perl", argv);
	int cnt = process_perls(pid, NULL, perls, &err);
	char comm[32];

	cr_assert_eq(cnt, 1, "%s", err.text);
	cr_expect_eq(perls[0]->build.revision, 5u);
	perl_image_free(perls[0]);
	process_comm(pid, comm);
	cr_expect_str_eq(comm, "perl");
	cr_expect_gt(process_start(pid), 0u);
	cr_expect_eq(process_parent(pid), getpid());
	cr_expect_lt(process_start(getppid()), process_start(pid));
	cr_expect_eq(process_code_start(pid, process_start(pid)), process_start(pid));
	cr_expect_eq(process_code_start(pid, 1), 0, "another process");
	cr_expect(process_is_alive(pid));
	cr_expect(!process_is_over(pid));
	kill(pid, SIGKILL);
	waitid(P_PID, (id_t)pid, &(siginfo_t){}, WEXITED | WNOWAIT);
	cr_expect(!process_is_alive(pid), "a zombie is not alive");
	cr_expect(process_is_over(pid));
	cr_expect(!process_is_gone(pid), "but still there");
	cr_expect_gt(process_start(pid), 0u);
	waitpid(pid, NULL, 0);
	cr_expect_eq(process_start(pid), 0u);
	cr_expect_eq(process_parent(pid), 0);
	cr_expect(!process_is_alive(pid));
	cr_expect(process_is_gone(pid));
	cr_expect(process_is_over(pid));
}

static void *run_on(void *arg)
{
	(void)arg;
	for (;;)
		pause();
	return NULL;
}

/* The first thread of a child ends, another one stays. */
static pid_t start_without_first_thread(void)
{
	pid_t pid = fork();
	pthread_t thread;

	if (pid)
		return pid;
	if (!pthread_create(&thread, NULL, run_on, NULL))
		pthread_exit(NULL);
	_exit(1);
}

Test(process, is_over_when_all_of_its_threads_have_ended)
{
	pid_t pid = start_without_first_thread();

	while (process_is_alive(pid))
		usleep(1000);
	cr_expect(!process_is_over(pid));
	kill(pid, SIGKILL);
	waitid(P_PID, (id_t)pid, &(siginfo_t){}, WEXITED | WNOWAIT);
	cr_expect(process_is_over(pid));
	waitpid(pid, NULL, 0);
}

/* That of a child which has ended; it waits to be killed. */
static pid_t start_orphan(void)
{
	pid_t middle, orphan = 0;
	int ends[2];

	cr_assert_eq(pipe2(ends, O_CLOEXEC), 0);
	middle = fork();
	if (!middle) {
		orphan = fork();
		if (!orphan) {
			for (;;)
				pause();
		}
		_exit(write(ends[1], &orphan, sizeof(orphan)) != sizeof(orphan));
	}
	cr_expect_eq(read(ends[0], &orphan, sizeof(orphan)), (ssize_t)sizeof(orphan));
	waitpid(middle, NULL, 0);
	close(ends[0]);
	close(ends[1]);
	return orphan;
}

Test(process, what_was_forked_has_the_code_of_the_one_that_forked_it)
{
	pid_t orphan, child = fork();
	uint64_t code;

	if (!child) {
		for (;;)
			pause();
	}
	code = process_code_start(child, process_start(child));
	cr_expect_gt(code, 0u);
	cr_expect_leq(code, process_start(getpid()));
	stop(child);
	orphan = start_orphan();
	cr_expect_gt(process_start(orphan), 0u);
	cr_expect_eq(process_code_start(orphan, process_start(orphan)), 0u,
		     "the one that forked it is gone");
	kill(orphan, SIGKILL);
}

Test(process, a_perl_whose_file_was_deleted_is_found_too)
{
	char *argv[] = { "perl", "-e", "sleep 60", NULL };
	struct perl_image *perls[PROCESS_PERLS_MAX];
	struct error err;
	pid_t pid;
	int cnt;

	if (geteuid())
		cr_skip_test("the file of a deleted executable is for root only");
	cr_assert_eq(system("cp /usr/bin/perl /tmp/test_process.perl"), 0);
	pid = start("/tmp/test_process.perl", argv);
	unlink("/tmp/test_process.perl");
	cnt = process_perls(pid, NULL, perls, &err);
	cr_expect_eq(cnt, 1, "%s", err.text);
	if (cnt == 1)
		perl_image_free(perls[0]);
	stop(pid);
}

Test(process, what_is_no_perl_is_said_with_its_name)
{
	char *argv[] = { "sleep", "60", NULL };
	struct perl_image *perls[PROCESS_PERLS_MAX];
	struct error err;
	pid_t pid = start("/bin/sleep", argv);

	cr_expect_eq(process_perls(pid, NULL, perls, &err), -ENOEXEC);
	cr_expect_not_null(strstr(err.text, "sleep"), "%s", err.text);
	stop(pid);
	cr_expect_eq(process_perls(pid, NULL, perls, &err), -ESRCH);
	cr_expect_not_null(strstr(err.text, "no process"), "%s", err.text);
}

/* A file is mapped and unmapped; its name is gone. */
static void map_by_turns(int fd)
{
	prctl(PR_SET_PDEATHSIG, SIGKILL);
	for (;;) {
		void *at = mmap(NULL, 4096, PROT_READ | PROT_EXEC, MAP_PRIVATE, fd, 0);

		munmap(at, 4096);
	}
}

Test(process, what_is_not_mapped_any_more_is_not_taken_for_closed)
{
	struct perl_image *perls[PROCESS_PERLS_MAX];
	struct error err;
	FILE *file = tmpfile();
	pid_t pid;
	int i;

	if (geteuid())
		cr_skip_test("what others have mapped is for root only");
	cr_assert_eq(ftruncate(fileno(file), 4096), 0);
	pid = fork();
	if (!pid)
		map_by_turns(fileno(file));
	for (i = 0; i < 20; i++)
		cr_expect_eq(process_perls(pid, NULL, perls, &err), -ENOEXEC, "%s", err.text);
	stop(pid);
	fclose(file);
}

/* Of a file that it has mapped a process holds a lease, as everybody may of his own; it gives up none. */
static void hold_lease(int ready)
{
	char name[] = "/tmp/test_process.leased.XXXXXX";
	int fd = mkostemp(name, O_CLOEXEC);

	signal(SIGIO, SIG_IGN);
	if (fd < 0 || ftruncate(fd, 4096) || fcntl(fd, F_SETLEASE, F_WRLCK) ||
	    mmap(NULL, 4096, PROT_READ | PROT_EXEC, MAP_PRIVATE, fd, 0) == MAP_FAILED ||
	    unlink(name) || write(ready, "x", 1) != 1)
		_exit(1);
	for (;;)
		pause();
}

static void look_at_leased(const struct mapped_file *file, void *arg)
{
	struct error err;
	struct look look;

	if (strstr(file->path, "test_process.leased"))
		*(int *)arg = look_at_mapping(file, NULL, &look, &err);
}

Test(process, a_file_under_a_lease_is_not_waited_for)
{
	struct perl_image *perls[PROCESS_PERLS_MAX];
	struct error err;
	int ends[2], opened = 0;
	pid_t pid;
	char c;

	if (geteuid())
		cr_skip_test("what others have mapped is for root only");
	cr_assert_eq(pipe2(ends, O_CLOEXEC), 0);
	pid = fork();
	if (!pid)
		hold_lease(ends[1]);
	close(ends[1]);
	cr_assert_eq(read(ends[0], &c, 1), 1);
	cr_assert_eq(maps_each(&pid, 1, true, look_at_leased, &opened), 0);
	cr_expect_eq(opened, -EWOULDBLOCK);
	cr_expect_eq(process_perls(pid, NULL, perls, &err), -EWOULDBLOCK);
	cr_expect_not_null(strstr(err.text, "test_process.leased"), "%s", err.text);
	stop(pid);
	close(ends[0]);
}

Test(process, one_that_executes_another_program_is_there_all_the_time)
{
	char path[64], *argv[] = { "sh", path, NULL };
	struct perl_image *perls[PROCESS_PERLS_MAX];
	struct error err;
	FILE *again;
	pid_t pid;
	int i;

	snprintf(path, sizeof(path), "/tmp/test_process.again.%d", getpid());
	again = fopen(path, "w");
	cr_assert(again && fputs("exec /bin/sh $0\n", again) >= 0 && !fclose(again));
	pid = start("/bin/sh", argv);
	for (i = 0; i < 200; i++)
		cr_expect_eq(process_perls(pid, NULL, perls, &err), -ENOEXEC, "%s", err.text);
	stop(pid);
	unlink(path);
}

Test(process, one_that_has_ended_and_was_not_waited_for)
{
	struct perl_image *perls[PROCESS_PERLS_MAX];
	struct error err;
	pid_t pid = fork();

	if (!pid)
		_exit(0);
	cr_expect_eq(waitid(P_PID, (id_t)pid, &(siginfo_t){ 0 }, WEXITED | WNOWAIT), 0);
	cr_expect_eq(process_perls(pid, NULL, perls, &err), -ESRCH);
	waitpid(pid, NULL, 0);
}

/* ----------------------------------------------------------------- names that are too long */

#define DEEP   "/tmp/test_process.deep"
#define FORGED "00400000-00500000 r-xp 00000000 08:01 4242424242 "

/* Below one that is open, which is closed. */
static int into(int dir, const char *name)
{
	int fd;

	cr_assert_eq(mkdirat(dir, name, 0700), 0);
	fd = openat(dir, name, O_RDONLY | O_DIRECTORY);
	cr_assert_geq(fd, 0);
	close(dir);
	return fd;
}

/*
 * A file whose line in /proc/PID/maps, where paths begin in column 73, looks like another line from byte 4399 on.
 */
static int open_forged(void)
{
	char name[201];
	size_t len = strlen(DEEP) + 1, next;
	int dir, fd;

	cr_assert_eq(system("rm -rf " DEEP), 0);
	dir = into(open("/tmp", O_RDONLY | O_DIRECTORY), DEEP);
	for (; len < 4399 - 73; len += next + 1) {
		next = 4399 - 73 - len - 1;
		next = next > 300 ? 200 : next > 200 ? next / 2 : next;
		snprintf(name, sizeof(name), "%0*d", (int)next, 0);
		dir = into(dir, name);
	}
	dir = into(dir, FORGED);
	fd = openat(dir, "NYTProf.so", O_RDWR | O_CREAT, 0700);
	close(dir);
	cr_assert_geq(fd, 0);
	cr_assert_eq(ftruncate(fd, 4096), 0);
	return fd;
}

struct seen {
	ino_t ino;
	unsigned cnt, forged;
};

static void look(const struct mapped_file *file, void *arg)
{
	struct seen *seen = arg;

	seen->cnt += file->ino == seen->ino;
	seen->forged += file->ino == 4242424242 || !strcmp(file->path, "/NYTProf.so");
}

Test(process, the_rest_of_a_long_name_is_no_other_file)
{
	int fd = open_forged();
	pid_t self = getpid();
	struct seen seen = {};
	struct stat st;

	cr_assert_eq(fstat(fd, &st), 0);
	seen.ino = st.st_ino;
	cr_assert_neq(mmap(NULL, 4096, PROT_READ | PROT_EXEC, MAP_PRIVATE, fd, 0), MAP_FAILED);
	cr_assert_eq(maps_each(&self, 1, true, look, &seen), 0);
	cr_expect_eq(seen.cnt, 1u);
	cr_expect_eq(seen.forged, 0u);
	cr_expect_null(process_profiler(getpid()));
	close(fd);
	cr_expect_eq(system("rm -rf " DEEP), 0);
}

/* ------------------------------------------------------------------------ commands */

Test(find, a_command_is_found_as_a_shell_would)
{
	char *file = find_command("true", "/nowhere:/usr/bin");

	cr_assert_not_null(file);
	cr_expect_str_eq(file, "/usr/bin/true");
	free(file);
	cr_expect_null(find_command("no-such-command", "/usr/bin"));
	cr_expect_eq(errno, ENOENT);
	cr_expect_null(find_command("/etc/passwd", NULL));
	cr_expect_eq(errno, EACCES);
	cr_expect_null(find_command("/no/such/file", NULL));
	cr_expect_eq(errno, ENOENT);
	cr_expect_null(find_command("/etc", NULL));
}

Test(find, the_perls_of_a_script_are_those_of_its_first_line_and_the_path)
{
	char *none[] = { NULL };
	struct found_perls found;
	struct error err;
	FILE *f = fopen("/tmp/test_find.sh", "w");
	size_t i;
	bool perl = false;

	fputs("#!/usr/bin/env -S perl -w\nprint 1;\n", f);
	fclose(f);
	chmod("/tmp/test_find.sh", 0755);
	cr_assert_eq(find_perls(&found, "/tmp/test_find.sh", none, "/usr/bin", &err), 0);
	unlink("/tmp/test_find.sh");
	cr_expect_gt(found.image_cnt, 0u);
	for (i = 0; i < found.path_cnt; i++) {
		perl = perl || !strcmp(found.paths[i].path, "/usr/bin/perl");
		cr_expect_lt(found.paths[i].image, found.image_cnt);
	}
	cr_expect(perl);
	found_perls_release(&found);
}

Test(find, the_perls_of_a_chroot_are_those_of_its_root)
{
	char *same[] = { "--userspec=root", "/", "sh", NULL }, *empty[] = { "/proc", "sh", NULL };
	struct found_perls found;
	struct error err;

	cr_assert_eq(find_perls(&found, "/usr/sbin/chroot", same, "/usr/bin", &err), 0);
	cr_expect_gt(found.image_cnt, 0u);
	found_perls_release(&found);
	cr_assert_eq(find_perls(&found, "/usr/sbin/chroot", empty, "/usr/bin", &err), 0);
	cr_expect_eq(found.image_cnt, 0u);
	found_perls_release(&found);
}
