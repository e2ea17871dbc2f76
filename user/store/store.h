/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The directory of profiles of --all. It belongs to root only, is opened once, and one agent at a
 * time writes to it.
 */
#ifndef NYTPROF_STORE_H
#define NYTPROF_STORE_H

#include <stdbool.h>
#include <stdint.h>

struct host_options;
struct error;
struct store;
struct tracee;

/* Creates the directory if needed. NULL with errno and err set. */
struct store *store_new(const struct host_options *options, struct error *err);
void store_free(struct store *s);

int store_dir(const struct store *s); /* open */

/*
 * The path of a new profile, DIRECTORY/COMM.PID.TIME.uUSER.nytprof. The names say which user has
 * how much, also to the next agent. start_ns: since the epoch. NULL: out of memory.
 */
char *store_name(const struct store *s, const struct tracee *t, int64_t start_ns);

/* KIND-NAME.merged.TIME.nytprof, without the directory.  NULL: no memory. */
char *store_merged_name(const char *kind, const char *name, int64_t start_ns);

/* Tells the store which profiles are in use. It removes these last. */
void store_spare(struct store *s, bool (*is_used)(const char *name, const void *arg),
		 const void *arg);

/*
 * Removes profiles while there are too many, or too many bytes: the oldest ones of the user who has
 * most. It removes profiles in use only if they alone exceed the limits.
 */
void store_trim(struct store *s);

/*
 * The same, but now and then only: until then a directory may exceed the limits by a sixteenth.
 * files, bytes: what was written into it so far, repeated writes included.
 */
void store_trim_if_due(struct store *s, uint64_t files, uint64_t bytes);

/* The sums as of the last store_trim(). */
struct store_sums {
	uint64_t files;
	uint64_t bytes; /* of the disk */
	uint64_t removed; /* files, since the begin */
};
void store_sums(const struct store *s, struct store_sums *sums);

#endif
