/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The files of a recording: their names, what is in them, what is in none. */
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

/* options and children, who know how much of a profile's begin is missing, must outlive it.  NULL: no memory. */
struct outputs *outputs_new(const struct options *options, struct children *children);
void outputs_free(struct outputs *out);

/* From now on all files go to a directory of profiles, and only their sums are kept. */
struct store;
void outputs_use_store(struct outputs *out, const struct store *store);

/* Names the tracee's file.  -ENOMEM. */
int outputs_choose(struct outputs *out, struct tracee *t);

/*
 * Writes a tracee's profile, if it has anything; f says all but the path and the options.
 * Takes over the tracee's losses.  -errno.
 */
int outputs_write(struct outputs *out, struct tracee *t, struct metadata *f, struct error *err);

/* It gets none, as its user has too many: that is counted. */
void outputs_drop(struct outputs *out, const struct tracee *t);

/* Does it get one? */
bool outputs_want(const struct tracee *t);

/* The same, but nothing is written, and nothing counted. */
int outputs_complete(const struct outputs *out, struct tracee *t, struct metadata *f,
		     struct error *err);

/* Counts what could not be recorded of nobody in particular: LOSS_CNT numbers. */
void outputs_add_lost(struct outputs *out, const uint64_t *lost);

unsigned outputs_cnt(const struct outputs *out); /* files that were written */

/* A file of several processes was written, with so many bytes, or (rc) could not be; last: nor will it be. */
void outputs_note_merged(struct outputs *out, int rc, uint64_t bytes, bool last);

unsigned outputs_unwritten(const struct outputs *out); /* profiles that could not be */
const struct tally *outputs_tally(const struct outputs *out); /* files, by all processes */

/* What could not be recorded: of those that were written, and of nobody in particular; and who was missed. */
const struct losses *outputs_losses(const struct outputs *out);
struct missed *outputs_missed(struct outputs *out); /* to be added to */
bool outputs_have_losses(const struct outputs *out);

void outputs_forget(
	struct outputs *out); /* what was written; from now on all files are kept in mind */
void outputs_print_files(const struct outputs *out, FILE *to);

/* The paragraph at the end. */
void outputs_print_summary(const struct outputs *out);

#endif
