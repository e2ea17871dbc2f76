/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * What a file is that somebody has mapped, or that a command may run: found out by a worker (sandbox/sandbox.h), as
 * whoever made the file chose every byte of it.  What a worker says of a perl is checked before it is used.
 */
#ifndef NYTPROF_LOOK_H
#define NYTPROF_LOOK_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

struct error;
struct mapped_file;
struct perl_image;
struct sandbox_job;

/* A file, as stat(2) has it. */
struct file_id {
	dev_t dev;
	ino_t ino;
};

/* Files that need not be looked at: a perl takes 0.1 s. */
struct known_files {
	const struct file_id *ids;
	size_t cnt;
	bool *met; /* of each: it was there, */
	uint64_t *starts; /* and its code at this address; NULL: nobody wants to know */
};

#define KNOWN_FILES_MAX 2048u /* others are looked at again */
#define NEEDED_LIBS_MAX 4u

enum look_kind {
	LOOK_PLAIN, /* no perl */
	LOOK_KNOWN,
	LOOK_PERL,
	LOOK_REFUSED, /* a perl that can't be recorded; why is in err */
};

struct look {
	enum look_kind kind;
	struct file_id file;
	struct perl_image *image; /* LOOK_PERL; the caller's */
	char *runpath; /* of LOOK_PLAIN: where it says that its libraries are, NULL: nowhere; the caller's, */
	char *libperls[NEEDED_LIBS_MAX]; /* and the libperl.so that it is linked with */
};

void look_release(struct look *look); /* with an image that nobody has taken */

/*
 * Begins to look at a mapped file: what is mapped there, also where it was deleted or replaced since; if that can't
 * be had, what its path leads to in the root of the process, or of the agent, if that is the same file.
 * known: NULL for none.  NULL with errno: as sandbox_start.
 */
struct sandbox_job *look_start(const struct mapped_file *m, const struct known_files *known);

/*
 * 1: not yet.  Else the job is over: 0, or -errno with err set.  -ENOENT and -ESRCH: it is not mapped any more; -EPERM and
 * -EACCES: for want of rights; -EWOULDBLOCK: somebody holds a lease of it; -ETIMEDOUT, -EPIPE: see sandbox.h.
 * path: for messages.
 */
int look_take(struct sandbox_job *job, const char *path, struct look *look, struct error *err);

/* Both, and waits.  Returns as look_take, and what look_start does. */
int look_at_mapping(const struct mapped_file *m, const struct known_files *known, struct look *look,
		    struct error *err);

/* Looks at a file that is open. */
int look_at_file(int fd, const char *path, struct look *look, struct error *err);

#endif
