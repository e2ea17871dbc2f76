/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The perls that a command may run: the command itself, the interpreter in its first line, the
 * perls on the PATH, and the libperl.so files that programs load.
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
	struct perl_image **images; /* each file once; the new owner of an image leaves NULL */
	size_t image_cnt;
	struct found_path *paths;
	size_t path_cnt;
	char *refusal; /* why the first unsupported perl is not supported; NULL: all are */
};

/*
 * Finds the file of a command as execvp does. The caller frees it. NULL with errno: ENOENT, EACCES.
 */
char *find_command(const char *name, const char *path);

/*
 * Is the file probably a perl script that can't be executed as it is? True if neither the kernel
 * nor a shell would take it for another kind of program: it is no binary, and has no "#!" line or
 * one that names perl.
 */
bool may_be_perl_script(const char *file);

/*
 * command: the file of the command. args: its arguments, up to NULL. If the command is chroot, the
 * perls are searched in the new root. path: the variable PATH. -ENOTSUP with err set if the command
 * itself is a perl that is not supported. Other unsupported perls are left out.
 */
int find_perls(struct found_perls *found, const char *command, char *const args[], const char *path,
	       struct error *err);

/*
 * The same in two steps, between which the agent does something else: workers look at all files at
 * once. find_perls_start(): NULL with errno. The caller frees it with finding_free(), which also
 * ends the looks.
 */
struct finding;
struct finding *find_perls_start(const char *command, char *const args[], const char *path);
int find_perls_finish(struct finding *f, struct found_perls *found, struct error *err);
void finding_free(struct finding *f);

void found_perls_release(struct found_perls *found);

#endif
