/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What is recorded from one moment to another, of all processes: as one pprof. */
#ifndef NYTPROF_SPAN_H
#define NYTPROF_SPAN_H

#include <stddef.h>

struct error;
struct flush;
struct span;

/*
 * Begins now. flush must outlive it. unit: only processes of these units, see unit_name.h; "": all.
 * NULL with err set: -EBUSY, -ENOMEM, or the recording has failed.
 */
struct span *span_begin(struct flush *flush, const char *unit, struct error *err);

/*
 * Ends it now, and frees it. *bytes: a pprof, packed by gzip, as `export` makes it, which is the
 * caller's. -errno with err set.
 */
int span_end(struct span *s, char **bytes, size_t *len, struct error *err);

/*
 * The same, but the span goes on: the next one begins where this one ends. It stays also after an
 * error.
 */
int span_turn(struct span *s, char **bytes, size_t *len, struct error *err);
void span_free(struct span *s); /* NULL: nothing */

#endif
