/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The worker's side of an answer: each text is said once. */
#ifndef NYTPROF_DUMP_SAY_H
#define NYTPROF_DUMP_SAY_H

#include <stdint.h>

#include "dump/answer.h"

struct said_text;

struct saying {
	struct sandbox_worker *w;
	struct said_text *texts; /* hash */
	uint32_t cnt;
	int rc; /* the first failure; nothing is said after one */
};

void say_record(struct saying *s, const struct dump_record *record, const void *bytes);

/* Its number; 0: NULL. */
uint32_t say_text(struct saying *s, const char *text);
void saying_release(struct saying *s);

#endif
