/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Which sub, file and line of one profile is which of another one. */
#ifndef NYTPROF_MATCH_H
#define NYTPROF_MATCH_H

#include <stdint.h>

struct profile;

#define MATCH_NONE UINT32_MAX

struct match_place {
	uint32_t fid; /* 0: it has no equal */
	uint32_t line;
};

struct match_lines {
	struct match_place *places; /* by line - 1; NULL: the file has no text */
	uint32_t cnt;
};

struct match {
	const struct profile *old, *new;
	uint32_t *fids; /* new fid by old fid; 0: none */
	uint32_t *subs; /* new sub id by old sub id; MATCH_NONE */
	struct match_lines *lines; /* by old fid */
};

int match_make(struct match *m, const struct profile *old, const struct profile *new); /* -ENOMEM */
void match_release(struct match *m);
struct match_place match_line(const struct match *m, uint32_t fid, uint32_t line);

#endif
