/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Files that appear whole or not at all: written under a temporary name in the same directory,
 * synced and renamed. The last component of a path may not be a symbolic link; for the directories
 * before it see path.h. Only regular files are replaced.
 */
#ifndef NYTPROF_OUTFILE_H
#define NYTPROF_OUTFILE_H

#include <stdio.h>
#include <sys/types.h>

struct error;
struct outfile;

/*
 * Can a file be written there? Leaves nothing behind. -errno with err set: ENOENT, EACCES, EISDIR,
 * ELOOP (a symbolic link), EEXIST (another file that is not regular), ...
 */
int outfile_check(const char *path, struct error *err);

/* root: AT_FDCWD, or the directory that is "/" for path. NULL with errno and err set. */
struct outfile *outfile_new(int root, const char *path, struct error *err);

/*
 * The same without a name until it is committed, where the file system can do that: a process that is
 * killed leaves nothing behind. To commit it, a process needs CAP_FOWNER or the file must still be its
 * own.
 */
struct outfile *outfile_new_hidden(int root, const char *path, struct error *err);
FILE *outfile_stream(struct outfile *out);

/* Sets the owner of the file; ignored if that is not allowed. */
void outfile_set_owner(struct outfile *out, uid_t uid, gid_t gid);

/* Lets a group read the file. -errno: its owner only can read it. */
int outfile_set_readers(struct outfile *out, gid_t group);

/* Makes the file readable by everybody. Otherwise only its owner can read it. */
void outfile_set_public(struct outfile *out);

/*
 * outfile_commit() puts the file in its place; outfile_abort() removes what was written. Both free
 * out.
 */
int outfile_commit(struct outfile *out, struct error *err);
void outfile_abort(struct outfile *out);

#endif
