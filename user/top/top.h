/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * A live view of a recording by samples: at each interval it collects what there is, and shows it on
 * a screen or prints it.
 */
#ifndef NYTPROF_TOP_H
#define NYTPROF_TOP_H

#include <stdbool.h>

struct error;
struct loop;
struct options;
struct recorder;
struct top;

/*
 * what: what is shown.  Takes over what the recorder would write.  Call it before anything is
 * recorded, and top_free() after the recorder is finished and before it is freed.  NULL: err is set.
 */
struct top *top_new(struct recorder *r, const struct options *o, const char *what,
		    struct error *err);

/*
 * A view of what another recorder samples. from: a stream of its messages (feed.h), which stays the
 * caller's. end: is set when the view is to end. what: as above. NULL: err is set.
 */
struct top *top_new_watching(struct loop *loop, bool *end, int from, const struct options *o,
			     const char *what, struct error *err);

/* Has the other recorder ended, or sent what is not understood? */
bool top_has_lost(const struct top *t);

/* All that could fail has not: now the screen begins. */
int top_begin(struct top *t, struct error *err);

/* The screen ends.  What was not shown yet is printed. */
void top_end(struct top *t);
void top_free(struct top *t);

#endif
