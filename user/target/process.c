// SPDX-License-Identifier: GPL-2.0-or-later
/* Processes to perl images, by what they have mapped and not by what they are called. */
#include "target/process.h"

#include <dirent.h>
#include <errno.h>
#include <inttypes.h>
#include <linux/capability.h>
#include <signal.h>
#include <stdbool.h>
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
#include "util/cleanup.h"
#include "util/error.h"

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

static void look_at(const struct mapped_file *m, void *arg)
{
	struct looks *l = arg;
	struct error err;
	struct look look;
	int rc;

	l->mapped++;
	if ((m->ino == l->seen.ino && m->dev == l->seen.dev) || l->cnt == PROCESS_PERLS_MAX)
		return;
	l->seen = *m;
	rc = look_at_mapping(m, l->known, &look, &err);
	if (rc == -ENOENT || rc == -ESRCH) {
		l->changed = true;
	} else if (rc) {
		if (!l->closed)
			l->closed = say_closed(m, rc, &err);
		l->why_closed = err;
	} else {
		note_look(l, m, &look, &err);
		look_release(&look);
	}
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

void process_comm(pid_t pid, char comm[32])
{
	FILE *f __cleanup(close_file) = NULL;
	char path[64];

	snprintf(path, sizeof(path), "/proc/%d/comm", pid);
	f = fopen(path, "re");
	if (!f || !fgets(comm, 32, f))
		snprintf(comm, 32, "?");
	comm[strcspn(comm, "\n")] = '\0';
}

/* Reads /proc/PID/stat from the state on: what follows the name, which may hold anything. */
static bool read_stat(pid_t pid, char text[1024], const char **state)
{
	FILE *f __cleanup(close_file) = NULL;
	char path[64];

	snprintf(path, sizeof(path), "/proc/%d/stat", pid);
	f = fopen(path, "re");
	if (!f)
		return false;
	text[fread(text, 1, 1023, f)] = '\0';
	*state = strrchr(text, ')');
	return *state && (*state)[1] == ' ' && (*state += 2);
}

static uint64_t tick_ns(void)
{
	return 1000000000ull / (uint64_t)sysconf(_SC_CLK_TCK);
}

uint64_t process_tick(uint64_t start_ns)
{
	return start_ns / tick_ns() * tick_ns();
}

bool process_is_alive(pid_t pid)
{
	const unsigned exiting =
		4; /* include/linux/sched.h, PF_EXITING: set before its end is told */
	const char *stat;
	unsigned flags;
	char text[1024];

	return read_stat(pid, text, &stat) && *stat != 'Z' && *stat != 'X' &&
	       sscanf(stat, "%*c %*d %*d %*d %*d %*d %u", &flags) == 1 && !(flags & exiting);
}

bool process_is_gone(pid_t pid)
{
	return kill(pid, 0) && errno == ESRCH;
}

bool process_is_over(pid_t pid)
{
	const char *stat;
	int threads;
	char text[1024];

	if (process_is_gone(pid))
		return true;
	/* The first thread of a process may have ended before the others. */
	return read_stat(pid, text, &stat) && (*stat == 'Z' || *stat == 'X') &&
	       sscanf(stat,
		      "%*c %*d %*d %*d %*d %*d %*u %*u %*u %*u %*u %*u %*u %*d %*d %*d %*d %d",
		      &threads) == 1 &&
	       threads <= 1;
}

struct descent {
	pid_t parent;
	unsigned flags;
	uint64_t start_ns;
};

static bool read_descent(pid_t pid, struct descent *d)
{
	const char *stat;
	char text[1024];
	uint64_t ticks;

	if (!read_stat(pid, text, &stat) ||
	    sscanf(stat,
		   "%*c %d %*d %*d %*d %*d %u %*s %*s %*s %*s %*s %*s %*s %*s %*s %*s %*s %*s %" SCNu64,
		   &d->parent, &d->flags, &ticks) != 3)
		return false;
	d->start_ns = ticks * tick_ns();
	return true;
}

uint64_t process_start(pid_t pid)
{
	struct descent d;

	return read_descent(pid, &d) ? d.start_ns : 0;
}

uint64_t process_cpu(pid_t pid)
{
	const char *stat;
	char text[1024];
	uint64_t user, system;

	if (!read_stat(pid, text, &stat) ||
	    sscanf(stat, "%*c %*s %*s %*s %*s %*s %*s %*s %*s %*s %*s %" SCNu64 " %" SCNu64, &user,
		   &system) != 2)
		return 0;
	return (user + system) * tick_ns();
}

static bool run_the_same_file(pid_t a, pid_t b)
{
	struct stat of_a, of_b;
	char path[64];

	snprintf(path, sizeof(path), "/proc/%d/exe", a);
	if (stat(path, &of_a))
		return false;
	snprintf(path, sizeof(path), "/proc/%d/exe", b);
	return !stat(path, &of_b) && of_a.st_dev == of_b.st_dev && of_a.st_ino == of_b.st_ino;
}

/* Another parent than the one that forked it: that has ended. */
uint64_t process_code_start(pid_t pid, uint64_t start)
{
	const unsigned executed_nothing = 0x40; /* include/linux/sched.h, PF_FORKNOEXEC */
	struct descent d, parent;

	if (!read_descent(pid, &d) || d.start_ns != process_tick(start))
		return 0;
	for (; d.flags & executed_nothing; d = parent) {
		if (!read_descent(d.parent, &parent) || parent.start_ns > d.start_ns ||
		    !run_the_same_file(pid, d.parent))
			return 0;
		start = parent.start_ns;
	}
	return start;
}

pid_t process_parent(pid_t pid)
{
	const char *stat;
	char text[1024];
	int parent;

	return read_stat(pid, text, &stat) && sscanf(stat, "%*c %d", &parent) == 1 ? parent : 0;
}

pid_t *processes_list(size_t *cnt)
{
	DIR *proc __cleanup(close_dir) = opendir("/proc");
	const struct dirent *d;
	pid_t *pids = NULL, *more, pid;

	*cnt = 0;
	while (proc && (d = readdir(proc))) {
		pid = atoi(d->d_name);
		if (pid <= 0)
			continue;
		more = *cnt & (*cnt - 1) ? pids :
					   reallocarray(pids, *cnt ? 2 * *cnt : 1, sizeof(*pids));
		if (!more)
			break;
		pids = more;
		pids[(*cnt)++] = pid;
	}
	return pids;
}

/* The first of some names that a mapped file's path ends with. */
struct find_name {
	const char *const *names;
	size_t cnt;
	const char *found;
};

static bool ends_with(const char *path, const char *name)
{
	size_t len = strlen(path), end = strlen(name);

	return len >= end && !strcmp(path + len - end, name);
}

static void find_name(const struct mapped_file *m, void *arg)
{
	struct find_name *f = arg;
	size_t i;

	for (i = 0; i < f->cnt && !f->found; i++) {
		if (ends_with(m->path, f->names[i]))
			f->found = f->names[i];
	}
}

static const char *find_mapped(pid_t pid, const char *const *names, size_t cnt)
{
	struct find_name f = { .names = names, .cnt = cnt };

	maps_each(&pid, 1, false, find_name, &f);
	return f.found;
}

const char *process_profiler(pid_t pid)
{
	static const char *const known[] = { "/NYTProf.so", "/DProf.so", "/FastProf.so",
					     "/Cover.so", "/SmallProf.so" };
	const char *name = find_mapped(pid, known, sizeof(known) / sizeof(known[0]));

	return name ? name + 1 : NULL;
}

bool process_has_musl(pid_t pid)
{
	static const char *const loaders[] = { "/ld-musl-x86_64.so.1", "/ld-musl-aarch64.so.1" };

	return find_mapped(pid, loaders, sizeof(loaders) / sizeof(loaders[0]));
}

static const char *const coro = "/Coro/State/State.so";

bool mapped_file_is_coro(const struct mapped_file *file)
{
	return ends_with(file->path, coro);
}

bool process_has_coro(pid_t pid)
{
	return find_mapped(pid, &coro, 1);
}
