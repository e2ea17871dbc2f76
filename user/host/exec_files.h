/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The files that processes map to execute. Each is looked at once: is it a perl, and is it probed?
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
 * Limits of probed perls that belong to one user, and to all users but root. Each perl takes 27
 * descriptors, and there is room for IMAGES_MAX (members.h). Perls of packages and of containers'
 * images belong to root.
 */
#define USER_PERLS	 32
#define PERLS_BUT_ROOT_S 192

enum file_state {
	FILE_UNKNOWN,
	FILE_ASKED, /* a worker is looking at it, see looks.h */
	FILE_PLAIN, /* not a perl, */
	FILE_REFUSED, /* or one that can't be profiled */
	FILE_WAITING, /* a perl, but no process that matches the filters has it */
	FILE_ATTACHED,
};

struct file_key {
	dev_t dev;
	uint64_t ino;
};

struct known_file {
	struct file_key key; /* as the kernel reports it for mappings */
	enum file_state state;
	bool overlay; /* the file is in an overlay; */
	struct stat st; /* what stat says of the file, which can differ, */
	uid_t maker; /* who may have made its mounts: the owner of the user namespace */
	bool ours; /* the same file is at this path in the agent's mounts, too */
	uint64_t attached_ns; /* since when, */
	int image; /* and as what */
	bool used; /* since the last sweep */
	unsigned unused; /* sweeps in a row */
	UT_hash_handle hh;
};

struct exec_files {
	struct known_file *all;
	/* A file that was attached is forgotten. NULL: nobody asks. */
	void (*forgotten)(const struct known_file *k, void *arg);
	void *arg;
};

/* NULL: the file is not known. */
const struct known_file *exec_files_find(const struct exec_files *files,
					 const struct mapped_file *file);

/* Adds the file if it is not known yet. NULL: out of memory. */
struct known_file *exec_files_know(struct exec_files *files, const struct mapped_file *file);
void exec_files_forget(struct exec_files *files, struct known_file *k);
void exec_files_release(struct exec_files *files);

/*
 * pid: the process that has mapped the file; 0: none, the file is on the agent's PATH. -ESRCH: the
 * process has ended, so the file below an overlay can't be found.
 */
int known_file_identify(struct known_file *k, int fd, const char *path, pid_t pid);

/* The same file by another name, if that one is probed; else NULL. */
const struct known_file *exec_files_same(const struct exec_files *files,
					 const struct known_file *k);

/* May one more perl of this owner be probed? -ENOSPC with err set. */
int exec_files_have_room(const struct exec_files *files, const struct known_file *k,
			 struct error *err);

/*
 * To be called when all processes have been looked at. Forgets files that no process maps. Calls
 * drop for an image that no process has mapped for some time, if its file is gone or is not in the
 * agent's mounts: the image may be all that keeps a container's mount busy.
 */
void exec_files_sweep(struct exec_files *files, bool (*exists)(int image, void *arg),
		      void (*drop)(int image, void *arg), void *arg);

#endif
