/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Examines a file that a process has mapped or that a command may run. Whoever made the file chose
 * every byte of it, so a worker examines it (sandbox/sandbox.h). The agent checks what a worker
 * says of a perl before it uses it.
 */
#ifndef NYTPROF_LOOK_H
#define NYTPROF_LOOK_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

#include "target/kept_looks.h"

struct error;
struct mapped_file;
struct perl_image;
struct sandbox_job;

/* Identifies a file, as stat(2) does. */
struct file_id {
	dev_t dev;
	ino_t ino;
};

/* Files that need no look. A look at a perl takes 0.1 s. */
struct known_files {
	const struct file_id *ids;
	size_t cnt;
	bool *met; /* for each file: was it seen? */
	uint64_t *starts; /* for each file: the address of its code; NULL: not wanted */
};

#define KNOWN_FILES_MAX 2048u /* files beyond this are examined again */
#define NEEDED_LIBS_MAX 4u

enum look_kind {
	LOOK_PLAIN, /* not a perl */
	LOOK_KNOWN,
	LOOK_PERL,
	LOOK_REFUSED, /* a perl that can't be recorded; why is in err */
};

struct look {
	enum look_kind kind;
	struct file_id file;
	struct perl_image *image; /* of LOOK_PERL; the caller frees it */
	char *runpath; /* of LOOK_PLAIN: DT_RUNPATH; NULL: none; the caller frees it */
	char *libperls[NEEDED_LIBS_MAX]; /* the libperl.so that it needs; the caller frees them */
};

void look_release(struct look *look); /* also frees an image that was not taken out */

/*
 * Begins to examine a mapped file. This is the file that is mapped, even if it was deleted or
 * replaced since. If that file can't be opened, it is the file at its path in the root of the
 * process, or in the root of the agent, provided that this is the same file. known: NULL for none.
 * NULL with errno as of sandbox_start().
 */
struct sandbox_job *look_start(const struct mapped_file *m, const struct known_files *known);

/*
 * The result of a look. 1: there is none yet. 0, or -errno with err set: the job is over and freed.
 * -ENOENT and -ESRCH: the file is not mapped any more. -EPERM and -EACCES: the agent has no right
 * to read it. -EWOULDBLOCK: another process holds a lease on it. -ETIMEDOUT and -EPIPE: see
 * sandbox.h. path: for messages.
 */
int look_take(struct sandbox_job *job, const char *path, struct look *look, struct error *err);

/*
 * Waits for the result. job: NULL, with errno, if it could not be started. Returns as look_take(),
 * but never 1, or -errno of look_start().
 */
int look_wait(struct sandbox_job *job, const char *path, struct look *look, struct error *err);

/* Begins a look and waits for its result. */
int look_at_mapping(const struct mapped_file *m, const struct known_files *known, struct look *look,
		    struct error *err);

/* Begins to examine an open file, which the caller keeps. NULL with errno as of sandbox_start(). */
struct sandbox_job *look_start_file(int fd, const char *path);

/* A look at an open file, which the caller keeps until it ends. */
struct file_look {
	int fd;
	struct sandbox_job *job; /* NULL: none is needed, or it could not be started */
	struct looked_at at;
	bool tells_changes; /* so what is found can be kept (kept_looks.h) */
};

void file_look_begin(struct file_look *l, int fd, const char *path);
void file_look_give_up(struct file_look *l); /* also one that has ended, or was never begun */

/* Ends it, and waits for the result. Returns as look_wait(). */
int file_look_end(struct file_look *l, const char *path, struct look *look, struct error *err);

#endif
