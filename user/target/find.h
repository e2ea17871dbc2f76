/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The perls that a command may come to run: itself, the interpreter that it names in its first
 * line, those on the PATH, and the libperl.so files that programs load.
 */
#ifndef NYTPROF_FIND_H
#define NYTPROF_FIND_H

#include <stdbool.h>
#include <stddef.h>

struct error;
struct perl_image;

/* One of the names of a file. */
struct found_path {
	char *path; /* real path */
	size_t image;
};

struct found_perls {
	struct perl_image **images; /* each file once; who takes one leaves NULL */
	size_t image_cnt;
	struct found_path *paths;
	size_t path_cnt;
	char *refusal; /* why the first of the perls that are not supported is not; NULL: all are */
};

/* A command's file, as execvp would find it.  NULL with errno: ENOENT, EACCES. */
char *find_command(const char *name, const char *path);

/*
 * Can a perl script be meant by it, which can't be executed as it is?  That is a file that no kernel or shell takes for
 * a program of another kind: no binary, and without a "#!" or with a perl behind it.
 */
bool may_be_perl_script(const char *file);

/*
 * command: its file.  args: what follows it, up to NULL: where the command is chroot, the perls
 * are looked for in the root that it changes to.  path: the variable PATH.  -ENOTSUP with err set
 * if the command itself is a perl that is not supported; other perls that are not are left out.
 */
int find_perls(struct found_perls *found, const char *command, char *const args[], const char *path,
	       struct error *err);
void found_perls_release(struct found_perls *found);

#endif
