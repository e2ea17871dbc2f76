/* SPDX-License-Identifier: GPL-2.0-or-later */
/* In the main loop: the spans of those who wait for profiles. */
#ifndef NYTPROF_PULL_SPANS_H
#define NYTPROF_PULL_SPANS_H

struct flush;
struct loop;
struct pull_spans;
struct pulls;

/* From now on answers those who ask. All must outlive it, and it the loop. -errno. */
int pull_spans_new(struct pull_spans **made, struct pulls *pulls, struct flush *flush,
		   struct loop *loop);
void pull_spans_free(struct pull_spans *p); /* before the flush; NULL: nothing */

#endif
