/* SPDX-License-Identifier: GPL-2.0-or-later */
/* One request by HTTP, with libcurl. */
#ifndef NYTPROF_PUSH_REQUEST_H
#define NYTPROF_PUSH_REQUEST_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "push/curl.h"

struct error;
struct push_options;
struct request;

#define RECEIVER_ROOM 40

int request_check(const struct push_options *o, struct error *err); /* the address. -EINVAL */

/* A name for the receiver, of letters and digits: another one for another address, format or tenant. */
void request_receiver(const struct push_options *o, char name[RECEIVER_ROOM]);

struct request *request_new(const struct push_options *o); /* for good. NULL: out of memory */

/*
 * Makes it ready: body, an open file of so many bytes, which the request closes at its end. -errno with
 * err set: the file of --push-auth can't be read. The handle is the request's, to be performed by the
 * caller.
 */
int request_begin(struct request *r, int body, size_t size, struct error *err);
CURL *request_handle(struct request *r);

enum answer {
	ANSWER_TAKEN,
	ANSWER_LATER, /* try again; */
	ANSWER_MISTAKEN, /* likewise, but somebody has to change something first */
	ANSWER_REFUSED, /* for good */
};

/*
 * What has come of it. why: in words, if it is not taken; "": nothing to say. wait_s: seconds that the
 * receiver asks to wait; 0: it does not.
 */
enum answer request_answer(struct request *r, CURLcode rc, char *why, size_t size,
			   uint64_t *wait_s);

#endif
