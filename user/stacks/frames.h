/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The frames of stacks, each once, for formats that keep them in a table. */
#ifndef NYTPROF_FRAMES_H
#define NYTPROF_FRAMES_H

#include <stddef.h>
#include <stdint.h>

struct profile;
struct profile_file;
struct stacks;

struct frame {
	const char *name;
	const struct profile_file *file; /* NULL: an XSUB, or not known */
	uint32_t line; /* the first one; 0: not known */
};

struct frames {
	struct frame *all;
	uint32_t cnt;
	uint32_t *of; /* the frame of each stack, */
	uint32_t *of_lines; /* of each line, */
	uint32_t *of_events; /* and of each stack of events */
};

int frames_make(struct frames *f, const struct profile *p, const struct stacks *s); /* -ENOMEM */
void frames_release(struct frames *f);

/* The name of the program, with what kind of profile it is if that is not an exact one. */
const char *frames_title(const struct profile *p);

#endif
