/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * With --merge: one more profile for each systemd unit, or for each container: the sum of its
 * processes.
 *
 * Ended processes are added up in memory. The flusher adds the running ones anew each time it
 * writes the file. So nothing is counted twice, and nothing is read back from a file that somebody
 * may have changed. A limited number of units without processes is kept. A unit that comes back
 * after it was dropped gets another file.
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
 * A new process: finds its group now, since its control group may soon be gone. cgroup: the id of
 * the control group; 0: unknown, use what /proc says. parent: a process of the same group; 0: none
 * is known.
 */
void group_sums_meet(struct group_sums *m, pid_t pid, uint64_t cgroup, pid_t parent);

/* Adds a complete profile. -ENOMEM. */
int group_sums_add(struct group_sums *m, struct tracee *t);

/* The tracee has new counts. */
void group_sums_touch(struct group_sums *m, const struct tracee *t);
bool group_sums_is_touched(const struct group_sums *m, const struct tracee *t);
bool group_sums_any_touched(const struct group_sums *m);

/*
 * Writes the groups with new counts, and tells the outputs of each. last: there will be no other
 * attempt. Returns the first error.
 */
int group_sums_write(struct group_sums *m, const struct store *store, struct outputs *outputs,
		     const struct nytp_settings *settings, bool last, struct error *err);

/* A fork writes the groups with new counts, and then whether that succeeded. */
void group_sums_leave_to_other(struct group_sums *m);
void group_sums_other_has(struct group_sums *m, bool written);

/*
 * tracees are the running processes. Groups without one may be dropped. To be called now and then.
 */
void group_sums_sweep(struct group_sums *m, const struct tracee *tracees);

void group_sums_print_summary(const struct group_sums *m);

/* Is this the file of a group with running processes? */
bool group_sums_is_used(const char *name, const void *m);

#endif
