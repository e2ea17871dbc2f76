/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The lines of a file's text, as hashes; blanks at both ends of a line do not count. */
#ifndef NYTPROF_TEXT_HASH_H
#define NYTPROF_TEXT_HASH_H

#include <stdint.h>

struct profile_file;

struct text_hash {
	uint64_t *lines;
	uint64_t *sorted; /* the same */
	uint32_t cnt; /* 0: there is no text */
};

int text_hash_make(struct text_hash *text, const struct profile_file *file); /* -ENOMEM */
void text_hash_release(struct text_hash *text);

/* The share of the lines of one text that are also in the other one, of the longer one: 0 to 1. */
double text_hash_share(const struct text_hash *a, const struct text_hash *b);

#endif
