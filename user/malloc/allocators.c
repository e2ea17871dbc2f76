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
#include "malloc/lives.h"
#include "nytprof/malloc.h"
#include "probes/probes.h"
#include "target/library_file.h"
#include "target/maps.h"
#include "target/process.h"
#include "util/cleanup.h"
#include "util/clock.h"
#include "util/error.h"

#define FILES_MAX 64 /* that are looked at */
#define FORGET_NS 5000000000u /* between two looks for processes that have ended */

/* A file, by the numbers that the kernel tells of a mapping. */
struct seen {
	dev_t dev;
	uint64_t ino;
	int file; /* index; -1: it is no allocator */
};

/* What a process has. */
struct probed {
	pid_t pid;
	int file;
	int programs; /* so many perls' programs are there */
	bool looked; /* at what it has mapped */
};

struct allocators {
	struct probes *probes;
	int lives;
	struct library_file files[FILES_MAX];
	int file_cnt;
	struct seen seen[FILES_MAX];
	size_t seen_cnt;
	struct probed *probed;
	size_t probed_cnt;
	uint64_t forgotten_ns; /* when that was looked for */
	bool full, of_perl, refused; /* that was said */
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

struct allocators *allocators_new(struct probes *probes, int lives)
{
	struct allocators *a = calloc(1, sizeof(*a));

	if (!a)
		return NULL;
	a->probes = probes;
	a->lives = lives;
	a->forgotten_ns = mono_ns();
	return a;
}

void allocators_free(struct allocators *a)
{
	int i;

	if (!a)
		return;
	for (i = 0; i < a->file_cnt; i++)
		close_fd(&a->files[i].fd);
	free(a->probed);
	free(a);
}

/* ------------------------------------------------------------------------- files */

static bool is_allocator(const struct library_file *file)
{
	return file->offsets[MALLOC_MALLOC] && file->offsets[MALLOC_FREE];
}

/* Takes over the file. Its index; -1: it is no allocator, or there is no room. */
static int add_file(struct allocators *a, const char *path, struct library_file *file)
{
	int i;

	if (file->offsets[MALLOC_OF_PERL] && !a->of_perl) {
		a->of_perl = true;
		log_warning(
			"--event=malloc: %s has an allocator of its own (usemymalloc): only what that "
			"takes from the C library is counted",
			path);
	}
	for (i = 0; i < a->file_cnt; i++) {
		if (a->files[i].dev == file->dev && a->files[i].ino == file->ino)
			break;
	}
	if (!is_allocator(file) || i < a->file_cnt || i == FILES_MAX) {
		close_fd(&file->fd);
		return is_allocator(file) && i < a->file_cnt ? i : -1;
	}
	a->files[a->file_cnt++] = *file;
	log_verbose("--event=malloc: %s has malloc()", path);
	return i;
}

/* NULL: there is no room. */
static struct seen *find_seen(struct allocators *a, const struct mapped_file *m, bool *known)
{
	size_t i;

	for (i = 0; i < a->seen_cnt; i++) {
		*known = a->seen[i].dev == m->dev && a->seen[i].ino == m->ino;
		if (*known)
			return &a->seen[i];
	}
	*known = false;
	if (i == FILES_MAX) {
		if (!a->full)
			log_warning("--event=malloc: more than %d files of libraries: others are "
				    "not probed",
				    FILES_MAX);
		a->full = true;
		return NULL;
	}
	a->seen[i] = (struct seen){ m->dev, m->ino, -1 };
	a->seen_cnt++;
	return &a->seen[i];
}

/* The index of a mapped file; -1: it is no allocator. */
static int file_of(struct allocators *a, const struct mapped_file *m)
{
	struct library_file file;
	struct seen *seen;
	struct error err;
	bool known;
	int rc;

	seen = is_named_so(m->path) ? find_seen(a, m, &known) : NULL;
	if (!seen || known)
		return seen ? seen->file : -1;
	rc = library_file_look_mapped(LIBRARY_MALLOC, m, &file, &err);
	if (rc && rc != -ENOENT)
		log_warning("--event=malloc: %s", err.text);
	if (!rc)
		seen->file = add_file(a, m->path, &file);
	return seen->file;
}

/* --------------------------------------------------------------------- processes */

/* NULL: out of memory. */
static struct probed *probed_of(struct allocators *a, pid_t pid, int file)
{
	struct probed *more;
	size_t i;

	for (i = 0; i < a->probed_cnt; i++) {
		if (a->probed[i].pid == pid && a->probed[i].file == file)
			return &a->probed[i];
	}
	more = reallocarray(a->probed, i + 1, sizeof(*more));
	if (!more)
		return NULL;
	a->probed = more;
	more[i] = (struct probed){ .pid = pid, .file = file };
	a->probed_cnt++;
	return &more[i];
}

static void probe(struct allocators *a, pid_t pid, int file)
{
	const struct library_file *f = &a->files[file];
	const int programs = probes_malloc_programs(a->probes);
	struct probed *p = probed_of(a, pid, file);
	struct error err;

	if (!p || p->programs >= programs)
		return;
	if (!probes_attach_malloc(a->probes, f->fd, pid, p->programs, f->offsets, &err)) {
		log_verbose("--event=malloc: process %d has its probes", pid);
	} else if (!a->refused && process_is_alive(pid)) {
		a->refused = true;
		log_warning("--event=malloc: the allocations of process %d are not followed: %s",
			    pid, err.text);
	}
	p->programs = programs;
}

struct look {
	struct allocators *a;
	unsigned mapped; /* files */
	unsigned found;
};

static void look_at_mapping(const struct mapped_file *m, void *arg)
{
	struct look *look = arg;
	int file = file_of(look->a, m);

	look->mapped++;
	if (file < 0)
		return;
	look->found++;
	probe(look->a, m->pid, file);
}

static bool was_looked_at(const struct allocators *a, pid_t pid)
{
	size_t i;

	for (i = 0; i < a->probed_cnt; i++) {
		if (a->probed[i].pid == pid && a->probed[i].looked &&
		    a->probed[i].programs == probes_malloc_programs(a->probes))
			return true;
	}
	return false;
}

static void set_looked(struct allocators *a, pid_t pid, bool looked)
{
	size_t i;

	for (i = 0; i < a->probed_cnt; i++) {
		if (a->probed[i].pid == pid)
			a->probed[i].looked = looked;
	}
}

void allocators_execed(struct allocators *a, pid_t pid)
{
	if (a)
		set_looked(a, pid, false);
}

void allocators_look(struct allocators *a, pid_t pid)
{
	struct look look = { .a = a };
	int rc;

	if (!a || was_looked_at(a, pid))
		return;
	rc = maps_each(&pid, 1, true, look_at_mapping, &look);
	set_looked(a, pid, true);
	if (rc || look.found || !look.mapped) /* it has ended */
		return;
	log_warning(
		"--event=malloc: process %d has no library with malloc(): nothing of it is counted",
		pid);
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
				     add_file(a, path, &file);
			if (nr >= 0)
				probe(a, pid, nr);
		}
		globfree(&found);
	}
}

static void forget(struct allocators *a, pid_t pid)
{
	size_t kept = 0, i;

	for (i = 0; i < a->probed_cnt; i++) {
		if (a->probed[i].pid != pid)
			a->probed[kept++] = a->probed[i];
	}
	if (kept < a->probed_cnt)
		probes_detach_malloc(a->probes, pid);
	a->probed_cnt = kept;
}

void allocators_forked(struct allocators *a, pid_t parent, pid_t child)
{
	size_t i, cnt;

	if (!a)
		return;
	forget(a, child); /* one of the same number, before */
	cnt = a->probed_cnt;
	for (i = 0; i < cnt; i++) {
		if (a->probed[i].pid == parent)
			probe(a, child, a->probed[i].file);
	}
}

/* The memory of what has ended is nobody's: the sums have it as what was left. */
int allocators_tick(void *arg, uint64_t now_ns, struct error *err)
{
	struct allocators *a = arg;
	bool any = false;
	size_t i;

	(void)err;
	if (now_ns - a->forgotten_ns < FORGET_NS)
		return 0;
	a->forgotten_ns = now_ns;
	for (i = a->probed_cnt; i-- > 0;) {
		if (i >= a->probed_cnt || process_is_alive(a->probed[i].pid))
			continue;
		forget(a, a->probed[i].pid);
		any = true;
	}
	if (any)
		lives_forget_ended(a->lives);
	return 0;
}
