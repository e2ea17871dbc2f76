/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Only for flush.c and flusher.c. */
#ifndef NYTPROF_FLUSH_PARTS_H
#define NYTPROF_FLUSH_PARTS_H

#include <stdbool.h>
#include <stdint.h>

struct error;
struct flush;
struct flush_choice;
struct outputs;
struct tracee;

#define SAY_AGAIN_NS (60 * 1000000000ull)

/*
 * Writes a tracee into its own file, unless that has all, and into the sum of its group, if that is to
 * be written. own: what it has is new. -errno with err set.
 */
int flush_write_tracee(struct flush *h, struct tracee *t, bool own, struct error *err);
int flush_write_merged(struct flush *h, bool last, struct error *err);
void flush_trim_if_due(struct flush *h);

/* How much there is to write. */
uint64_t flush_weight(const struct tracee *t);

/*
 * Starts the process that writes. changed: only what is new. choice: only that, and no merged profile;
 * NULL: all. say: is called in that process at its end. -errno with err set.
 */
int flush_start_child(struct flush *h, bool changed, const struct flush_choice *choice,
		      void (*say)(const struct outputs *out, int rc, void *arg), void *arg,
		      struct error *err);

#endif
