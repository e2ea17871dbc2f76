/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The directory of profiles of --all: root's alone, opened once, and written to by one agent at a time.
 */
#ifndef NYTPROF_STORE_H
#define NYTPROF_STORE_H

#include <stdbool.h>
#include <stdint.h>

struct host_options;
struct error;
struct store;
struct tracee;

/* Makes the directory if it is not there.  NULL with errno and err set. */
struct store *store_new(const struct host_options *options, struct error *err);
void store_free(struct store *s);

int store_dir(const struct store *s); /* open */

/*
 * COMM.PID.TIME.uUSER.nytprof in the directory: what a user has in it is known from the names, also by the next
 * agent.  start_ns: since the epoch.  NULL: no memory.
 */
char *store_name(const struct store *s, const struct tracee *t, int64_t start_ns);

/* KIND-NAME.merged.TIME.nytprof, without the directory.  NULL: no memory. */
char *store_merged_name(const char *kind, const char *name, int64_t start_ns);

/* Profiles that are not to be removed. */
void store_spare(struct store *s, bool (*is_used)(const char *name, const void *arg),
		 const void *arg);

/*
 * Removes profiles, as long as there are too many or too much of them: the oldest ones of the user who has most.
 * Those that are not to be removed go only if there is too much of them alone.
 */
void store_trim(struct store *s);

/*
 * The same, now and then: a directory may have a sixteenth more in it until then.  files, bytes: what was written into it
 * up to now, again ones included.
 */
void store_trim_if_due(struct store *s, uint64_t files, uint64_t bytes);

/* As they were then. */
struct store_sums {
	uint64_t files;
	uint64_t bytes; /* of the disk */
	uint64_t removed; /* files, since the begin */
};
void store_sums(const struct store *s, struct store_sums *sums);

#endif
