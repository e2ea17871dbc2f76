/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Those who wait for a profile: between the thread that serves HTTP, which asks, and the main loop,
 * which answers. Each function says who may call it.
 */
#ifndef NYTPROF_PULLS_H
#define NYTPROF_PULLS_H

#include <stddef.h>

#include "util/unit_name.h"

#define PULLS_MAX 8

struct pulls;

enum pull_kind {
	PULL_SPAN, /* what is recorded in the next seconds */
	PULL_DELTA, /* what was recorded since the last of this kind */
};

struct pull_request {
	enum pull_kind kind;
	unsigned seconds; /* of a span */
	char unit[UNIT_NAME_MAX + 1]; /* only processes of these units, see unit_name.h; "": all */
};

/* By who makes both threads. NULL: failed, with errno. */
struct pulls *pulls_new(void);
void pulls_free(struct pulls *p); /* when the other thread has ended */

/* ---- the thread of HTTP */

/* Takes a place, whose number it returns. -EBUSY: there is none, or nothing is recorded any more. */
int pulls_take(struct pulls *p);

/*
 * Asks. wake is called once when there is an answer, by the main loop or at once; it may not call
 * functions of this module.
 */
void pulls_ask(struct pulls *p, int place, const struct pull_request *request,
	       void (*wake)(void *arg), void *arg);

/* The answer, which is the caller's now; NULL: there is none, as the recording has failed or ended. */
char *pulls_answer(struct pulls *p, int place, size_t *len);

/* The client has its answer, or has gone. */
void pulls_leave(struct pulls *p, int place);

/* ---- the main loop */

int pulls_fd(const struct pulls *p); /* readable: somebody has asked */

/* One who has asked, once each; -1: nobody. */
int pulls_next(struct pulls *p, struct pull_request *request);

/* Answers. Takes the bytes over; NULL: it could not be made. */
void pulls_give(struct pulls *p, int place, char *bytes, size_t len);

/* Answers all who wait with nothing; nobody can ask any more. */
void pulls_end(struct pulls *p);

unsigned pulls_waiting(struct pulls *p);

#endif
