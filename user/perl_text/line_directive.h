/* SPDX-License-Identifier: GPL-2.0-or-later */
/* `#line 12 "name"`: a comment that sets the number of the next line, and the name of its file. */
#ifndef NYTPROF_LINE_DIRECTIVE_H
#define NYTPROF_LINE_DIRECTIVE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct line_directive {
	uint32_t line; /* of the next line; UINT32_MAX: more than that */
	const char *name;
	size_t name_len; /* 0: the name stays */
};

/*
 * Is the line from s to end, without its newline, such a comment?  By perl's rules (toke.c,
 * S_incline, 5.36).
 */
bool line_directive_read(const char *s, const char *end, struct line_directive *d);

#endif
