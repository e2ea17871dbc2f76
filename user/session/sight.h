/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What somebody who is not root may see of a recording: the processes of the units of his groups. */
#ifndef NYTPROF_SIGHT_H
#define NYTPROF_SIGHT_H

#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

struct options;
struct tracee;

struct sight {
	const struct options *options;
	unsigned adopted; /* of the options: what was allowed before a reload may not be any more */
	uint32_t rules; /* of --group: a bit for each that lets him read */
	uid_t uid;
};

/* Of who is at the other end of a connection. False: the kernel can't tell who that is. */
bool sight_of_peer(struct sight *s, const struct options *o, int connection);

/* A reload has ended it: it shows nothing any more. */
bool sight_is_over(const struct sight *s);

/* Does it show this process? A sight that is NULL shows all. */
bool sight_has(const struct sight *s, const struct tracee *t);

#endif
