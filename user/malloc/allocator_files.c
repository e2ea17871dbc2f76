// SPDX-License-Identifier: GPL-2.0-or-later
#include "malloc/allocator_files.h"

#include <errno.h>
#include <stdlib.h>

#include "log/log.h"
#include "nytprof/malloc.h"
#include "target/maps.h"
#include "util/cleanup.h"

#define SEEN_MAX 1024 /* the oldest one makes room: it would be looked at again */

/* A file, by the numbers that the kernel tells of a mapping. */
struct seen {
	dev_t dev;
	uint64_t ino; /* 0: there is none */
	int nr;
};

struct allocator_file {
	struct library_file file;
	unsigned users;
};

struct allocator_files {
	struct allocator_file all[ALLOCATOR_FILES_MAX];
	int cnt;
	struct seen seen[SEEN_MAX];
	size_t seen_cnt; /* since the begin */
	bool of_perl; /* that was said */
};

struct allocator_files *allocator_files_new(void)
{
	return calloc(1, sizeof(struct allocator_files));
}

void allocator_files_free(struct allocator_files *f)
{
	int i;

	for (i = 0; f && i < f->cnt; i++)
		close_fd(&f->all[i].file.fd);
	free(f);
}

int allocator_files_find(const struct allocator_files *f, const struct mapped_file *m)
{
	size_t i;

	for (i = 0; i < SEEN_MAX && i < f->seen_cnt; i++) {
		if (f->seen[i].ino == m->ino && f->seen[i].dev == m->dev)
			return f->seen[i].nr;
	}
	return ALLOCATOR_UNKNOWN;
}

void allocator_files_note(struct allocator_files *f, const struct mapped_file *m, int nr)
{
	if (allocator_files_find(f, m) == ALLOCATOR_UNKNOWN)
		f->seen[f->seen_cnt++ % SEEN_MAX] = (struct seen){ m->dev, m->ino, nr };
}

static bool is_allocator(const struct library_file *file)
{
	return file->offsets[MALLOC_MALLOC] && file->offsets[MALLOC_FREE];
}

static void say_of_perl(struct allocator_files *f, const char *path)
{
	if (!f->of_perl)
		log_warning(
			"--event=malloc: %s has an allocator of its own (usemymalloc): only what that "
			"takes from the C library is counted",
			path);
	f->of_perl = true;
}

/* What was known of a file that nobody uses is forgotten with it. */
static void clear(struct allocator_files *f, int nr)
{
	size_t i;

	close_fd(&f->all[nr].file.fd);
	for (i = 0; i < SEEN_MAX; i++) {
		if (f->seen[i].nr == nr)
			f->seen[i] = (struct seen){};
	}
}

/* -ENOSPC. */
static int find_room(struct allocator_files *f)
{
	int i;

	if (f->cnt < ALLOCATOR_FILES_MAX)
		return f->cnt++;
	for (i = 0; i < f->cnt && f->all[i].users; i++)
		;
	if (i == f->cnt)
		return -ENOSPC;
	clear(f, i);
	return i;
}

static int find_same(const struct allocator_files *f, const struct library_file *file)
{
	int i;

	for (i = 0; i < f->cnt; i++) {
		if (f->all[i].file.dev == file->dev && f->all[i].file.ino == file->ino)
			return i;
	}
	return ALLOCATOR_UNKNOWN;
}

int allocator_files_add(struct allocator_files *f, const char *path, struct library_file *file)
{
	int nr;

	if (file->offsets[MALLOC_OF_PERL])
		say_of_perl(f, path);
	nr = is_allocator(file) ? find_same(f, file) : ALLOCATOR_NONE;
	if (nr == ALLOCATOR_UNKNOWN) {
		nr = find_room(f);
		if (nr >= 0) {
			f->all[nr] = (struct allocator_file){ .file = *file };
			log_verbose("--event=malloc: %s has malloc()", path);
			return nr;
		}
	}
	close_fd(&file->fd);
	return nr;
}

const struct library_file *allocator_files_get(const struct allocator_files *f, int nr)
{
	return &f->all[nr].file;
}

void allocator_files_use(struct allocator_files *f, int nr)
{
	f->all[nr].users++;
}

void allocator_files_unuse(struct allocator_files *f, int nr)
{
	f->all[nr].users--;
}
