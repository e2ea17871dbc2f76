/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The time of a profile by request: by the outermost call of a sub that matches a pattern, such as
 * those of the handlers of a web application.
 */
#ifndef NYTPROF_REQUESTS_H
#define NYTPROF_REQUESTS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct profile;
struct stacks;

#define REQUEST_PARTS 3u

/* What a sub has taken itself, below such calls. */
struct request_part {
	uint32_t sub; /* as in struct stack */
	int64_t ns;
};

struct request {
	uint32_t sub;
	uint64_t cnt; /* outermost calls; in a profile of samples: samples */
	int64_t ns; /* with all that they call */
	int64_t waited_ns; /* in a profile of samples: of that */
	struct request_part parts[REQUEST_PARTS]; /* the greatest ones first; ns 0: no more */
};

struct requests {
	struct request *all; /* the longest first */
	size_t cnt;
	int64_t ns; /* of all of them */
};

/*
 * pattern: of fnmatch(3). idle: by sub id: what it takes, with all that it calls, is in no request. The
 * caller releases r, also after an error. -ENOMEM.
 */
int requests_make(struct requests *r, const struct profile *p, const struct stacks *s,
		  const char *pattern, const bool *idle);
void requests_release(struct requests *r);

#endif
