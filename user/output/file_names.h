/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Which file a profile goes to: what the program asks for, if it may, or what the options say. */
#ifndef NYTPROF_FILE_NAMES_H
#define NYTPROF_FILE_NAMES_H

struct file_names;
struct options;
struct store;
struct tracee;

/* options must outlive it.  NULL: no memory. */
struct file_names *file_names_new(const struct options *options);
void file_names_free(struct file_names *n);

/* From now on all files go to a directory of profiles. */
void file_names_use_store(struct file_names *n, const struct store *store);

/*
 * Names the tracee's file. A second call changes nothing, because what is known of the program's
 * rights may change, and a name that the program chose is written with those rights only. -ENOMEM.
 */
int file_names_choose(struct file_names *n, struct tracee *t);

/*
 * Names the file anew, without the name that the program chose. The caller frees the old path.
 * -ENOMEM.
 */
int file_names_choose_ours(struct file_names *n, struct tracee *t);

#endif
