/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Makes the calling-context tree from the records of returns. Each record has the depth of the sub
 * that returns, and comes after those of the subs that it called.
 */
#ifndef NYTPROF_NYTP_RETURNS_H
#define NYTPROF_NYTP_RETURNS_H

#include <stddef.h>
#include <stdint.h>

struct profile;
struct returns;

#define RETURNS_DEPTH_MAX   (1u << 24) /* perl has no limit; its memory has */
#define RETURNS_LEVEL_BYTES 150u /* of memory for each depth, at most */

struct returned_call {
	uint32_t depth; /* 1: called by the program */
	uint32_t sub; /* sub id of the profile */
	int64_t incl_ns;
	int64_t excl_ns;
};

struct returns *returns_new(void); /* NULL: out of memory */
void returns_free(struct returns *r);

/* -ENOMEM. */
int returns_add(struct returns *r, const struct returned_call *call);
size_t returns_size(const struct returns *r); /* of memory, in bytes, about */

/* Puts the tree into the profile. -ENOMEM. */
int returns_finish(struct returns *r, struct profile *p);

#endif
