// SPDX-License-Identifier: GPL-2.0-or-later
#include "malloc/allocators.h"

#include <errno.h>
#include <fcntl.h>
#include <glob.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "log/log.h"
#include "malloc/allocator_files.h"
#include "malloc/lives.h"
#include "probes/probes.h"
#include "target/library_file.h"
#include "target/maps.h"
#include "target/process.h"
#include "target/process_looks.h"
#include "util/cleanup.h"
#include "util/clock.h"
#include "util/error.h"

#define PROCESS_FILES 16 /* of a process that are looked at, and that are probed */
#define FORGET_NS     5000000000u /* between two looks for processes that have ended */

struct process {
	pid_t pid;
	struct {
		int nr; /* as of allocator_files_add() */
		int programs; /* so many perls' programs are there */
	} files[PROCESS_FILES];
	int file_cnt;
	bool looked; /* at what it has mapped, or that goes on */
	bool found; /* an allocator, then, or what hinders that */
	bool again; /* that look is the second one: the first has found nothing */
	bool many; /* it was said that it has too many files, */
	bool unreadable; /* or that something of it can't be read */
};

/* Those of a process whose mappings are being told, which are not known yet. */
struct unknown_files {
	struct mapped_file files[PROCESS_FILES]; /* .path: their own */
	unsigned cnt; /* also of those that have made room */
	unsigned mappings; /* of any file */
};

struct allocators {
	struct probes *probes;
	int lives;
	struct allocator_files *files;
	struct process_looks *looks;
	struct unknown_files unknown;
	struct process *processes;
	size_t process_cnt;
	uint64_t forgotten_ns; /* when that was looked for */
	bool refused; /* that was said */
};

/* Of Debian, Fedora, Arch and Alpine. */
static const char *const patterns[] = {
	"/usr/lib/*-linux-gnu*/libc.so.6", "/usr/lib64/libc.so.6", "/usr/lib/libc.so.6",
	"/lib/*-linux-gnu*/libc.so.6",	   "/lib64/libc.so.6",	   "/lib/ld-musl-*.so.1"
};

/* Others have the word in their names: jemalloc, tcmalloc, mimalloc. */
static bool is_named_so(const char *path)
{
	const char *slash = strrchr(path, '/'), *name = slash ? slash + 1 : path;

	return !strncmp(name, "libc.", 5) || !strncmp(name, "libc-", 5) ||
	       !strncmp(name, "ld-musl-", 8) || strstr(name, "malloc") || strstr(name, "perl");
}

/* --------------------------------------------------------------------- processes */

static struct process *process_find(const struct allocators *a, pid_t pid)
{
	size_t i;

	for (i = 0; i < a->process_cnt; i++) {
		if (a->processes[i].pid == pid)
			return &a->processes[i];
	}
	return NULL;
}

/* Valid until the next one is new. NULL: out of memory. */
static struct process *process_get(struct allocators *a, pid_t pid)
{
	struct process *p = process_find(a, pid), *more;

	if (p)
		return p;
	more = reallocarray(a->processes, a->process_cnt + 1, sizeof(*more));
	if (!more)
		return NULL;
	a->processes = more;
	more[a->process_cnt] = (struct process){ .pid = pid };
	return &more[a->process_cnt++];
}

static void say_many(struct process *p)
{
	if (!p->many)
		log_warning(
			"--event=malloc: process %d has mapped more than %d files that may be allocators, by "
			"their names: what the others allocate is not counted; have it load its allocator "
			"first (LD_PRELOAD), or record it without them",
			p->pid, PROCESS_FILES);
	p->many = true;
}

static void say_full(struct process *p)
{
	if (!p->many)
		log_warning(
			"--event=malloc: process %d has an allocator of its own, and %d others have probes, "
			"which is the limit: what it allocates with its own is not counted; record fewer "
			"processes at once",
			p->pid, ALLOCATOR_FILES_MAX);
	p->many = true;
}

static void set_probes(struct allocators *a, struct process *p, int i)
{
	const struct library_file *f = allocator_files_get(a->files, p->files[i].nr);
	const int programs = probes_malloc_programs(a->probes);
	struct error err;

	if (p->files[i].programs >= programs)
		return;
	if (!probes_attach_malloc(a->probes, f->fd, p->pid, p->files[i].programs, f->offsets,
				  &err)) {
		log_verbose("--event=malloc: process %d has its probes", p->pid);
	} else if (!a->refused && process_is_alive(p->pid)) {
		a->refused = true;
		log_warning("--event=malloc: the allocations of process %d are not followed: %s",
			    p->pid, err.text);
	}
	p->files[i].programs = programs;
}

/* p: may be NULL. */
static void probe(struct allocators *a, struct process *p, int nr)
{
	int i;

	for (i = 0; p && i < p->file_cnt && p->files[i].nr != nr; i++)
		;
	if (!p)
		return;
	if (i == PROCESS_FILES) {
		say_many(p);
		return;
	}
	if (i == p->file_cnt) {
		p->files[p->file_cnt++].nr = nr;
		p->files[i].programs = 0;
		allocator_files_use(a->files, nr);
	}
	set_probes(a, p, i);
}

static void forget(struct allocators *a, pid_t pid)
{
	struct process *p = process_find(a, pid);
	int i;

	process_looks_forget(a->looks, pid);
	if (!p)
		return;
	if (p->file_cnt)
		probes_detach_malloc(a->probes, pid);
	for (i = 0; i < p->file_cnt; i++)
		allocator_files_unuse(a->files, p->files[i].nr);
	*p = a->processes[--a->process_cnt];
}

/* ------------------------------------------------------------------- what it has mapped */

/*
 * All of its looks are over. In the middle of an exec, of which nobody has told yet, a process has
 * no library: so it is looked at twice before it is said to have none.
 */
static void end_looks(struct allocators *a, struct process *p)
{
	if (p->found || !process_is_alive(p->pid))
		return;
	if (p->again)
		log_warning(
			"--event=malloc: process %d has no library with malloc(): nothing of it is counted",
			p->pid);
	else
		process_looks_ask(a->looks, p->pid);
	p->again = !p->again;
}

static bool is_unknown(const struct unknown_files *u, const struct mapped_file *m)
{
	unsigned i;

	for (i = 0; i < u->cnt && i < PROCESS_FILES; i++) {
		if (u->files[i].ino == m->ino && u->files[i].dev == m->dev)
			return true;
	}
	return false;
}

/*
 * What a program has loaded first is mapped last: its C library, and what is preloaded. So the
 * first mappings make room.
 */
static void note_unknown(struct unknown_files *u, struct process *p, const struct mapped_file *m)
{
	struct mapped_file *to = &u->files[u->cnt % PROCESS_FILES];
	char *path = is_unknown(u, m) ? NULL : strdup(m->path);

	if (!path)
		return;
	if (u->cnt++ >= PROCESS_FILES) {
		say_many(p);
		free((char *)to->path);
	}
	*to = *m;
	to->pid = p->pid;
	to->path = path;
}

static void take_mapping(pid_t pid, const struct mapped_file *m, void *arg)
{
	struct allocators *a = arg;
	struct process *p = process_find(a, pid);
	int nr;

	a->unknown.mappings++;
	if (!p || !is_named_so(m->path))
		return;
	nr = allocator_files_find(a->files, m);
	if (nr == ALLOCATOR_UNKNOWN)
		note_unknown(&a->unknown, p, m);
	p->found |= nr >= 0;
	if (nr >= 0)
		probe(a, p, nr);
}

/* Once for a process: it can execute another program, with other files, as often as it likes. */
static bool is_to_be_said(struct process *p)
{
	const bool said = p->unreadable;

	p->unreadable = true;
	return !said && process_is_alive(p->pid);
}

static void say_unreadable(struct process *p, int rc)
{
	if (is_to_be_said(p))
		log_warning(
			"--event=malloc: can't read what process %d has mapped (%s): what it allocates with a "
			"library that is not known yet is not counted",
			p->pid,
			rc == -ETIMEDOUT || rc == -EBUSY ? "it blocks whoever reads it" :
							   strerror(-rc));
}

static void take_mapped(pid_t pid, int rc, void *arg)
{
	struct allocators *a = arg;
	struct process *p = process_find(a, pid);
	const bool ended = !a->unknown.mappings;
	unsigned i;

	if (p && rc)
		say_unreadable(p, rc);
	for (i = 0; i < a->unknown.cnt && i < PROCESS_FILES; i++) {
		process_looks_ask_file(a->looks, &a->unknown.files[i]);
		free((char *)a->unknown.files[i].path);
	}
	a->unknown = (struct unknown_files){};
	if (p && !rc && !ended && !process_looks_any(a->looks, pid))
		end_looks(a, p);
}

static bool knows(const struct mapped_file *m, void *arg)
{
	const struct allocators *a = arg;

	return allocator_files_find(a->files, m) != ALLOCATOR_UNKNOWN;
}

/* A file whose look failed is not known: another process may have it in another way, or be faster. */
static int number_of(struct allocators *a, const struct mapped_file *m, struct library_file *file,
		     int rc)
{
	int nr = ALLOCATOR_UNKNOWN;

	if (file)
		nr = allocator_files_add(a->files, m->path, file);
	else if (rc == -ENOEXEC)
		nr = ALLOCATOR_NONE;
	else if (!rc)
		nr = allocator_files_find(a->files, m);
	if (nr >= 0 || nr == ALLOCATOR_NONE)
		allocator_files_note(a->files, m, nr);
	return nr;
}

static void take_file(const struct mapped_file *m, struct library_file *file, int rc,
		      const struct error *err, void *arg)
{
	struct allocators *a = arg;
	struct process *p = m->pid ? process_find(a, m->pid) : NULL;
	const int nr = number_of(a, m, file, rc);

	if (!p)
		return;
	p->found |= nr != ALLOCATOR_NONE;
	if (rc && rc != -ENOEXEC && is_to_be_said(p))
		log_warning(
			"--event=malloc: process %d: %s: what it allocates with that is not counted",
			p->pid, err->text);
	if (nr == -ENOSPC)
		say_full(p);
	if (nr >= 0)
		probe(a, p, nr);
	if (!process_looks_any(a->looks, p->pid))
		end_looks(a, p);
}

/* --------------------------------------------------------------------------- new, free */

struct allocators *allocators_new(struct probes *probes, int lives)
{
	struct allocators *a = calloc(1, sizeof(*a));
	const struct process_looks_asker asker = { .arg = a,
						   .mapping = take_mapping,
						   .mapped = take_mapped,
						   .knows = knows,
						   .looked = take_file };

	if (!a)
		return NULL;
	a->probes = probes;
	a->lives = lives;
	a->forgotten_ns = mono_ns();
	a->files = allocator_files_new();
	a->looks = process_looks_new(LIBRARY_MALLOC, &asker);
	if (a->files && a->looks)
		return a;
	allocators_free(a);
	return NULL;
}

void allocators_free(struct allocators *a)
{
	if (!a)
		return;
	process_looks_free(a->looks);
	allocator_files_free(a->files);
	free(a->processes);
	free(a);
}

int allocators_fd(const struct allocators *a)
{
	return process_looks_fd(a->looks);
}

void allocators_take(struct allocators *a)
{
	process_looks_take(a->looks);
}

/* ------------------------------------------------------------------------------ events */

void allocators_look(struct allocators *a, pid_t pid)
{
	struct process *p = a ? process_get(a, pid) : NULL;
	int i;

	if (!p)
		return;
	if (p->looked) {
		for (i = 0; i < p->file_cnt; i++)
			set_probes(a, p, i);
		return;
	}
	p->looked = true;
	p->found = p->again = false;
	process_looks_ask(a->looks, pid);
}

void allocators_finish(struct allocators *a)
{
	if (a)
		process_looks_finish(a->looks, -1);
}

void allocators_execed(struct allocators *a, pid_t pid)
{
	struct process *p = a ? process_find(a, pid) : NULL;

	if (!p)
		return;
	p->looked = false;
	process_looks_forget(a->looks, pid);
}

void allocators_expect(struct allocators *a, pid_t pid)
{
	struct library_file file;
	struct error err;
	glob_t found;
	size_t i, at;
	int nr;

	for (i = 0; a && i < sizeof(patterns) / sizeof(patterns[0]); i++) {
		if (glob(patterns[i], 0, NULL, &found))
			continue;
		for (at = 0; at < found.gl_pathc; at++) {
			const char *path = found.gl_pathv[at];
			int fd __cleanup(close_fd) =
				open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);

			nr = fd < 0 || library_file_look(LIBRARY_MALLOC, fd, path, &file, &err) ?
				     -1 :
				     allocator_files_add(a->files, path, &file);
			if (nr >= 0)
				probe(a, process_get(a, pid), nr);
		}
		globfree(&found);
	}
}

void allocators_forked(struct allocators *a, pid_t parent, pid_t child)
{
	const struct process *p;
	struct process from;
	int i;

	if (!a)
		return;
	forget(a, child); /* one of the same number, before */
	p = process_find(a, parent);
	if (!p)
		return;
	from = *p; /* a new one moves them */
	for (i = 0; i < from.file_cnt; i++)
		probe(a, process_get(a, child), from.files[i].nr);
}

/* The memory of what has ended is nobody's: the sums have it as what was left. */
int allocators_tick(void *arg, uint64_t now_ns, struct error *err)
{
	struct allocators *a = arg;
	bool any = false;
	size_t i;

	(void)err;
	process_looks_take(a->looks);
	if (now_ns - a->forgotten_ns < FORGET_NS)
		return 0;
	a->forgotten_ns = now_ns;
	for (i = a->process_cnt; i-- > 0;) {
		if (process_is_alive(a->processes[i].pid))
			continue;
		forget(a, a->processes[i].pid);
		any = true;
	}
	if (any)
		lives_forget_ended(a->lives);
	return 0;
}
