/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What an answer by HTTP means. */
#ifndef NYTPROF_PUSH_ANSWER_H
#define NYTPROF_PUSH_ANSWER_H

#include <stddef.h>

#include "options/push_options.h"
#include "push/request.h"

struct http_answer {
	long code;
	const char *type; /* of its content; NULL: none */
	const char *location; /* of a redirect; NULL: none */
	const char *text; /* NULL: none */
	size_t len;
};

/* why: in words, on one line, if it is not taken. */
enum answer answer_judge(const struct http_answer *a, enum push_format format, char *why,
			 size_t size);

#endif
