/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The files that processes map to execute, each looked at once: which are perls, and which of those are probed.
 */
#ifndef NYTPROF_EXEC_FILES_H
#define NYTPROF_EXEC_FILES_H

#include <stdbool.h>
#include <stdint.h>
#include <sys/stat.h>
#include <uthash.h>

struct error;
struct mapped_file;

/*
 * Perls that are probed and belong to one user, and to all but root: each takes 27 descriptors, and there is room for
 * IMAGES_MAX (members.h).  What packages and containers' images install is root's.
 */
#define USER_PERLS	 32
#define PERLS_BUT_ROOT_S 192

enum file_state {
	FILE_UNKNOWN,
	FILE_ASKED, /* somebody is looking, see looks.h */
	FILE_PLAIN, /* no perl, */
	FILE_REFUSED, /* or one that can't be recorded */
	FILE_WAITING, /* a perl that nobody has who is wanted */
	FILE_ATTACHED,
};

struct file_key {
	dev_t dev;
	uint64_t ino;
};

struct known_file {
	struct file_key key; /* as the kernel tells it of mappings */
	enum file_state state;
	bool overlay; /* the file is in one; */
	struct stat st; /* what it says of itself, which can be something else, */
	uid_t maker; /* if this user may have made its mounts: that of the user namespace of who mapped it */
	bool ours; /* it lies where we see it, too */
	uint64_t attached_ns; /* since when, */
	int image; /* and as what */
	bool used; /* since the last sweep */
	unsigned unused; /* sweeps in a row */
	UT_hash_handle hh;
};

struct exec_files {
	struct known_file *all;
};

/* NULL: it is not known. */
const struct known_file *exec_files_find(const struct exec_files *files,
					 const struct mapped_file *file);

/* Makes it known, if it is not.  NULL: no memory. */
struct known_file *exec_files_know(struct exec_files *files, const struct mapped_file *file);
void exec_files_forget(struct exec_files *files, struct known_file *k);
void exec_files_release(struct exec_files *files);

/* pid: who has mapped it; 0: nobody else, it lies on our PATH.  -ESRCH: it has ended, and nobody can say what an overlay is. */
int known_file_identify(struct known_file *k, int fd, const char *path, pid_t pid);

/* The same file by another name, which is attached; NULL: there is none. */
const struct known_file *exec_files_same(const struct exec_files *files,
					 const struct known_file *k);

/* May one more perl of its owner be attached?  -ENOSPC with err set. */
int exec_files_have_room(const struct exec_files *files, const struct known_file *k,
			 struct error *err);

/*
 * To be called when all processes have been looked at: what is mapped by nobody is forgotten.  drop: an image that
 * nobody has mapped for some time, and whose file is not in our mounts, or does not exist any more: it may be all that
 * keeps a container's.
 */
void exec_files_sweep(struct exec_files *files, bool (*exists)(int image, void *arg),
		      void (*drop)(int image, void *arg), void *arg);

#endif
