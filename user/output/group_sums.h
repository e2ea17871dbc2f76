/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * With --merge: one more profile for each unit of systemd's, or each container, the sum of its processes.
 *
 * The processes that have ended are added up in memory; those that run are added anew each time the file is written, by
 * the process that writes.  So nothing is counted twice, and nothing is read back from a file that somebody may have changed.  What is kept
 * of units without a process has a bound; one that comes again behind it gets another file.
 */
#ifndef NYTPROF_GROUP_SUMS_H
#define NYTPROF_GROUP_SUMS_H

#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

struct host_options;
struct error;
struct group_sums;
struct nytp_settings;
struct outputs;
struct store;
struct tracee;

/* options must outlive it.  NULL: no memory. */
struct group_sums *group_sums_new(const struct host_options *options);
void group_sums_free(struct group_sums *m);

/*
 * A process has come: which group is it of?  cgroup: the id of its control group; 0: unknown, as /proc says, so soon,
 * as it can be gone again.  parent: who is like it; 0: nobody is.
 */
void group_sums_meet(struct group_sums *m, pid_t pid, uint64_t cgroup, pid_t parent);

/* A complete profile.  -ENOMEM. */
int group_sums_add(struct group_sums *m, struct tracee *t);

/* Something of the tracee's is new. */
void group_sums_touch(struct group_sums *m, const struct tracee *t);
bool group_sums_is_touched(const struct group_sums *m, const struct tracee *t);
bool group_sums_any_touched(const struct group_sums *m);

/*
 * Writes what was touched and has something in it, and tells the outputs of each; last: it is not tried again.
 * The first error.
 */
int group_sums_write(struct group_sums *m, const struct store *store, struct outputs *outputs,
		     const struct nytp_settings *settings, bool last, struct error *err);

/* Another process writes what was touched; and that has gone well, or not. */
void group_sums_leave_to_other(struct group_sums *m);
void group_sums_other_has(struct group_sums *m, bool written);

/* Of these, tracees have running processes; the others may be let go.  To be called now and then. */
void group_sums_sweep(struct group_sums *m, const struct tracee *tracees);

void group_sums_print_summary(const struct group_sums *m);

/* Is that the file of one that has running processes? */
bool group_sums_is_used(const char *name, const void *m);

#endif
