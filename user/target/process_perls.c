// SPDX-License-Identifier: GPL-2.0-or-later
/* Processes to perl images, by what they have mapped and not by what they are called. */
#include <errno.h>
#include <linux/capability.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#include "perl/perl_image.h"
#include "target/look.h"
#include "target/maps.h"
#include "target/process.h"
#include "util/cleanup.h"
#include "util/error.h"

/* Looks that go on at once: more wait for a processor, and hold up the workers of others. */
#define LOOKS_MAX 4

struct mapped_look {
	struct mapped_file file; /* its path is this one's own */
	struct sandbox_job *job; /* NULL: it could not be started, */
	int why; /* by this errno */
};

/* What came of looking at the files that a process has mapped. */
struct looks {
	pid_t pid;
	const struct known_files *known;
	struct perl_image **perls;
	int cnt;
	bool any_known;
	int mapped;
	bool changed; /* not mapped any more, as by an exec */
	int refused; /* -ENOTSUP: a perl that can't be recorded was there, */
	struct error why_refused;
	int closed; /* -errno: a file could not be looked at */
	struct error why_closed;
	struct mapped_file seen; /* the last one */
	struct mapped_look going_on[LOOKS_MAX]; /* a ring, whose oldest one began first */
	unsigned oldest, going_on_cnt;
};

/* What it has mapped can't be looked at, at least this. */
static int say_closed(const struct mapped_file *m, int rc, struct error *err)
{
	const char *needs = "files that are not readable by everybody need "
			    "CAP_DAC_READ_SEARCH; deleted or replaced files need "
			    "CAP_CHECKPOINT_RESTORE or CAP_SYS_ADMIN";
	struct error why = *err;
	char comm[32];

	process_comm(m->pid, comm);
	if (rc != -EACCES && rc != -EPERM)
		return error_set(err, -rc, "process %d (%s): %s", m->pid, comm, why.text);
	return error_set(err, EPERM, "can't open %s, which process %d (%s) has mapped: %s", m->path,
			 m->pid, comm, needs);
}

static void mark_met(const struct known_files *known, const struct file_id *file, uint64_t start)
{
	size_t i;

	for (i = 0; i < known->cnt; i++) {
		if (known->ids[i].dev != file->dev || known->ids[i].ino != file->ino)
			continue;
		if (known->starts && !known->met[i])
			known->starts[i] = start;
		known->met[i] = true;
	}
}

static void note_look(struct looks *l, const struct mapped_file *m, struct look *look,
		      const struct error *err)
{
	switch (look->kind) {
	case LOOK_PLAIN:
		break;
	case LOOK_KNOWN:
		mark_met(l->known, &look->file, m->start);
		l->any_known = true;
		break;
	case LOOK_PERL:
		look->image->code_start = m->start;
		l->perls[l->cnt++] = take_ptr(look->image);
		break;
	case LOOK_REFUSED:
		if (!l->refused)
			l->why_refused = *err;
		l->refused = -ENOTSUP;
		break;
	}
}

/* Waits for the look that began first. */
static void take_oldest(struct looks *l)
{
	struct mapped_look *oldest = &l->going_on[l->oldest];
	struct error err;
	struct look look;
	int rc;

	errno = oldest->why;
	rc = look_wait(take_ptr(oldest->job), oldest->file.path, &look, &err);
	if (rc == -ENOENT || rc == -ESRCH) {
		l->changed = true;
	} else if (rc) {
		if (!l->closed)
			l->closed = say_closed(&oldest->file, rc, &err);
		l->why_closed = err;
	} else {
		if (l->cnt < PROCESS_PERLS_MAX || look.kind != LOOK_PERL)
			note_look(l, &oldest->file, &look, &err);
		look_release(&look);
	}
	free((char *)oldest->file.path);
	l->oldest = (l->oldest + 1) % LOOKS_MAX;
	l->going_on_cnt--;
}

static void take_all(struct looks *l)
{
	while (l->going_on_cnt)
		take_oldest(l);
}

static void begin_look(struct looks *l, const struct mapped_file *m)
{
	struct mapped_look *new;

	if (l->going_on_cnt == LOOKS_MAX)
		take_oldest(l);
	new = &l->going_on[(l->oldest + l->going_on_cnt) % LOOKS_MAX];
	*new = (struct mapped_look){ .file = *m };
	new->file.path = strdup(m->path);
	if (!new->file.path) {
		l->closed = error_set(&l->why_closed, ENOMEM, "out of memory");
		return;
	}
	new->job = look_start(m, l->known);
	new->why = new->job ? 0 : errno;
	l->going_on_cnt++;
}

static void look_at(const struct mapped_file *m, void *arg)
{
	struct looks *l = arg;

	l->mapped++;
	if ((m->ino == l->seen.ino && m->dev == l->seen.dev) || l->cnt == PROCESS_PERLS_MAX)
		return;
	l->seen = *m;
	/* What is mapped besides a perl is nearly always none, and of no use after the end. */
	if ((l->cnt || l->any_known) && !process_is_alive(l->pid))
		return;
	begin_look(l, m);
}

/* CAP_SYS_PTRACE in effect? */
static bool may_look(void)
{
	struct __user_cap_header_struct of = { .version = _LINUX_CAPABILITY_VERSION_3 };
	struct __user_cap_data_struct caps[_LINUX_CAPABILITY_U32S_3] = {};

	return !syscall(SYS_capget, &of, caps) &&
	       caps[CAP_TO_INDEX(CAP_SYS_PTRACE)].effective & CAP_TO_MASK(CAP_SYS_PTRACE);
}

static int say_unreadable(pid_t pid, int rc, struct error *err)
{
	if (rc == -ENOENT || rc == -ESRCH)
		return error_set(err, ESRCH, "no process %d", pid);
	if (rc == -EBUSY || rc == -ETIMEDOUT)
		return error_set(err, -rc, "process %d blocks whoever reads it", pid);
	error_set(err, -rc, "can't look into process %d: %s%s", pid, strerror(-rc),
		  may_look() ? "" : " (needs root, or CAP_SYS_PTRACE)");
	return rc == -EACCES || rc == -EPERM ? rc : -ESRCH;
}

/* Nothing that it has mapped is a perl that can be recorded. */
static int say_none(const struct looks *l, struct error *err)
{
	char comm[32];

	if (l->refused) {
		*err = l->why_refused;
		return l->refused;
	}
	if (l->closed && process_is_alive(l->pid)) {
		*err = l->why_closed;
		return l->closed;
	}
	process_comm(l->pid, comm);
	if (!l->mapped)
		return error_set(err, ESRCH, "process %d has ended, or is a kernel thread", l->pid);
	return error_set(err, ENOEXEC,
			 "process %d (%s) is not a perl: no file that it has mapped exports "
			 "PL_op_name and PL_ppaddr",
			 l->pid, comm);
}

/*
 * What is mapped now; as process_perls.  The maps of a program that another one has replaced are empty
 * (fs/proc/task_mmu.c, m_start).
 */
static int look_at_mapped(struct looks *l, struct error *err)
{
	int rc = maps_each(&l->pid, 1, true, look_at, l);

	take_all(l);
	if (rc && !l->mapped)
		return say_unreadable(l->pid, rc, err);
	l->changed |= !l->mapped;
	return l->cnt || l->any_known ? l->cnt : say_none(l, err);
}

/* Not a kernel thread, and not about to end. */
static bool has_program(pid_t pid)
{
	char path[64], target[1];

	snprintf(path, sizeof(path), "/proc/%d/exe", pid);
	return readlink(path, target, sizeof(target)) > 0;
}

/* Which program it runs; all 0: none, or it is not known. */
static struct file_id program_of(pid_t pid)
{
	char path[64];
	struct stat st;

	snprintf(path, sizeof(path), "/proc/%d/exe", pid);
	if (stat(path, &st))
		return (struct file_id){};
	return (struct file_id){ .dev = st.st_dev, .ino = st.st_ino };
}

static bool is_same_program(const struct file_id *a, const struct file_id *b)
{
	return a->dev == b->dev && a->ino == b->ino;
}

#define EXEC_WAIT_NS \
	128000000 /* the longest one: on a busy machine it gets no processor amid its exec */

int process_perls(pid_t pid, const struct known_files *known,
		  struct perl_image *perls[PROCESS_PERLS_MAX], struct error *err)
{
	struct timespec while_it_execs = { .tv_nsec = 1000000 };
	struct looks l;
	int rc;

	for (;; while_it_execs.tv_nsec *= 2) {
		const struct file_id before = program_of(pid);
		struct file_id after;

		l = (struct looks){ .pid = pid, .known = known, .perls = perls };
		rc = look_at_mapped(&l, err);
		after = program_of(pid);
		l.changed |= !is_same_program(&before, &after);
		if (rc >= 0 || !l.changed || !process_is_alive(pid) || !has_program(pid) ||
		    while_it_execs.tv_nsec > EXEC_WAIT_NS)
			return rc;
		nanosleep(&while_it_execs, NULL);
	}
}
