/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The requests of one interval: one for each series. A fork makes them, so that the recording does not
 * wait for it.
 */
#ifndef NYTPROF_PUSH_BATCH_H
#define NYTPROF_PUSH_BATCH_H

#include <stdbool.h>
#include <stdint.h>

#include "options/push_options.h"

struct batch;
struct pods;
struct sender;
struct series_table;

/*
 * Begins to read the growth of each series, as it is now. pods: for the labels; NULL: none. apart: in
 * another process, if there can be one. NULL with errno.
 */
struct batch *batch_make(struct series_table *table, enum push_format format,
			 const struct pods *pods, bool apart);

/*
 * Gives all of it to the sender, and frees it. What could not be made is counted there as dropped. wait:
 * until it is made; else false: it is not.
 */
bool batch_take(struct batch *b, struct sender *sender, bool wait);
void batch_free(struct batch *b); /* waits for the process. NULL: nothing */

#endif
