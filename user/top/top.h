/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * A live view of a recording by samples: at each interval it collects what there is, and shows it on
 * a screen or prints it.
 */
#ifndef NYTPROF_TOP_H
#define NYTPROF_TOP_H

struct error;
struct options;
struct recorder;
struct top;

/*
 * what: what is shown.  Takes over what the recorder would write.  Call it before anything is
 * recorded, and top_free() after the recorder is finished and before it is freed.  NULL: err is set.
 */
struct top *top_new(struct recorder *r, const struct options *o, const char *what,
		    struct error *err);

/* All that could fail has not: now the screen begins. */
int top_begin(struct top *t, struct error *err);

/* The screen ends.  What was not shown yet is printed. */
void top_end(struct top *t);
void top_free(struct top *t);

#endif
