/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The files of a recording: their names, their contents, and what is in none. */
#ifndef NYTPROF_OUTPUTS_H
#define NYTPROF_OUTPUTS_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

struct children;
struct error;
struct metadata;
struct losses;
struct missed;
struct options;
struct outputs;
struct tally;
struct tracee;

/*
 * options and children must outlive it; children know how much of a profile's beginning is missing.
 * NULL: out of memory.
 */
struct outputs *outputs_new(const struct options *options, struct children *children);
void outputs_free(struct outputs *out);

/* From now on all files go to a directory of profiles, and only their sums are kept. */
struct store;
void outputs_use_store(struct outputs *out, const struct store *store);

/* Names the tracee's file.  -ENOMEM. */
int outputs_choose(struct outputs *out, struct tracee *t);

/*
 * Writes a tracee's profile, if it has any data. f has everything but the path and the options.
 * Takes over the tracee's losses. -errno.
 */
int outputs_write(struct outputs *out, struct tracee *t, struct metadata *f, struct error *err);

/* Drops the tracee's profile, because its user has too many, and counts that. */
void outputs_drop(struct outputs *out, const struct tracee *t);

/*
 * Does the tracee get a profile? With --all, most processes of a host do nothing for hours: one that
 * has no sample gets one if it has waited for a hundredth of the interval, but for events.
 */
bool outputs_want(const struct outputs *out, const struct tracee *t);

/* As outputs_write(), but writes and counts nothing. */
int outputs_complete(const struct outputs *out, struct tracee *t, struct metadata *f,
		     struct error *err);

/* Adds losses that belong to no process: LOSS_CNT numbers. */
void outputs_add_lost(struct outputs *out, const uint64_t *lost);

unsigned outputs_cnt(const struct outputs *out); /* files that were written */

/* A merged profile was written, with so many bytes, or (rc) was not. last: it will not be. */
void outputs_note_merged(struct outputs *out, int rc, uint64_t bytes, bool last);

unsigned outputs_unwritten(const struct outputs *out); /* profiles that could not be */
const struct tally *outputs_tally(const struct outputs *out); /* files, by all processes */

/* All losses: those of written profiles, those of no process, and the missed processes. */
const struct losses *outputs_losses(const struct outputs *out);
struct missed *outputs_missed(struct outputs *out); /* to be added to */
bool outputs_have_losses(const struct outputs *out);

void outputs_forget(
	struct outputs *out); /* forgets the written files; from now on all files are remembered */
void outputs_print_files(const struct outputs *out, FILE *to);

/* Prints the lines at the end of a recording. */
void outputs_print_summary(const struct outputs *out);

#endif
