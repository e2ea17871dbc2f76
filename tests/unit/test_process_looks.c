// SPDX-License-Identifier: GPL-2.0-or-later
/* Looks at this process, at many, and at files of it. */
#include "target/process_looks.h"

#include <criterion/criterion.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "nytprof/malloc.h"
#include "target/library_file.h"
#include "target/maps.h"
#include "util/cleanup.h"
#include "util/error.h"

#define MANY 60u /* more than there may be jobs at once */

struct seen {
	struct mapped_file libc; /* .path is its own */
	unsigned of_others; /* mappings */
	unsigned mapped; /* looks that are over */
	int mapped_rc;
	unsigned looked;
	int looked_rc;
	pid_t looked_pid;
	uint64_t malloc_at;
	bool known;
};

static void see_mapping(pid_t pid, const struct mapped_file *m, void *arg)
{
	struct seen *s = arg;

	s->of_others += pid != getpid();
	if (s->libc.path || !strstr(m->path, "/libc.so"))
		return;
	s->libc = *m;
	s->libc.path = strdup(m->path);
}

static void see_mapped(pid_t pid, int rc, void *arg)
{
	struct seen *s = arg;

	(void)pid;
	s->mapped++;
	s->mapped_rc = rc;
}

static bool knows(const struct mapped_file *m, void *arg)
{
	const struct seen *s = arg;

	(void)m;
	return s->known;
}

static void see_file(const struct mapped_file *m, struct library_file *file, int rc,
		     const struct error *err, void *arg)
{
	struct seen *s = arg;

	(void)err;
	s->looked++;
	s->looked_rc = rc;
	s->looked_pid = m->pid;
	s->malloc_at = file ? file->offsets[MALLOC_MALLOC] : 0;
	if (file)
		close_fd(&file->fd);
}

static struct process_looks *new_looks(struct seen *s)
{
	const struct process_looks_asker asker = { .arg = s,
						   .mapping = see_mapping,
						   .mapped = see_mapped,
						   .knows = knows,
						   .looked = see_file };
	struct process_looks *l = process_looks_new(LIBRARY_MALLOC, &asker);

	cr_assert_not_null(l);
	return l;
}

static void end(struct process_looks *l, struct seen *s)
{
	process_looks_free(l);
	free((char *)s->libc.path);
}

static pid_t ended(void)
{
	pid_t pid = fork();

	if (!pid)
		_exit(0);
	waitpid(pid, NULL, 0);
	return pid;
}

Test(process_looks, a_library_is_found_in_what_a_process_has_mapped)
{
	struct seen s = {};
	struct process_looks *l = new_looks(&s);

	cr_assert_eq(process_looks_ask(l, getpid()), 0);
	cr_expect(process_looks_any(l, getpid()));
	cr_assert(process_looks_finish(l, -1));
	cr_assert_not_null(s.libc.path);
	cr_expect_eq(s.mapped, 1u);
	cr_expect_eq(s.mapped_rc, 0);

	cr_assert_eq(process_looks_ask_file(l, &s.libc), 0);
	cr_expect_eq(process_looks_ask_file(l, &s.libc), -EALREADY);
	cr_assert(process_looks_finish(l, -1));
	cr_expect_eq(s.looked, 1u);
	cr_expect_eq(s.looked_rc, 0);
	cr_expect_eq(s.looked_pid, getpid());
	cr_expect_neq(s.malloc_at, 0u);
	end(l, &s);
}

Test(process_looks, among_many_those_that_have_ended_are_no_obstacle)
{
	const pid_t pids[] = { ended(), getpid(), getppid(), ended() };
	struct seen s = {};
	struct process_looks *l = new_looks(&s);

	cr_assert_eq(process_looks_ask_all(l, pids, 4), 0);
	cr_assert(process_looks_finish(l, -1));
	cr_expect_not_null(s.libc.path);
	cr_expect_gt(s.of_others, 0u);
	cr_expect_eq(s.mapped, 0u, "%u looked at each by itself", s.mapped);
	end(l, &s);
}

Test(process_looks, more_than_there_may_be_jobs_wait_for_each_other)
{
	struct seen s = {};
	struct process_looks *l = new_looks(&s);
	unsigned i;

	for (i = 0; i < MANY; i++)
		cr_assert_eq(process_looks_ask(l, getpid()), 0);
	cr_expect_not(process_looks_finish(l, 0), "some go on");
	cr_assert(process_looks_finish(l, -1));
	cr_expect_eq(s.mapped, MANY);
	cr_expect_eq(s.mapped_rc, 0);
	end(l, &s);
}

Test(process_looks, a_process_has_some_files_looked_at_at_once)
{
	struct mapped_file m = { .pid = getpid(), .ino = 1, .path = "/none" };
	struct seen s = {};
	struct process_looks *l = new_looks(&s);

	for (; m.ino <= PROCESS_LOOKS_FILES; m.ino++)
		cr_assert_eq(process_looks_ask_file(l, &m), 0);
	cr_expect_eq(process_looks_ask_file(l, &m), -EDQUOT);
	m.pid = getppid();
	cr_expect_eq(process_looks_ask_file(l, &m), 0);
	cr_assert(process_looks_finish(l, -1));
	cr_expect_eq(s.looked, PROCESS_LOOKS_FILES + 1u);
	cr_expect_lt(s.looked_rc, 0);
	end(l, &s);
}

Test(process_looks, what_is_found_of_a_program_that_is_gone_is_nobodys)
{
	struct seen s = {};
	struct process_looks *l = new_looks(&s);

	cr_assert_eq(process_looks_ask(l, getpid()), 0);
	process_looks_forget(l, getpid());
	cr_expect_not(process_looks_any(l, getpid()));
	cr_assert(process_looks_finish(l, -1));
	cr_expect_null(s.libc.path);
	cr_expect_eq(s.mapped, 0u);
	end(l, &s);
}
