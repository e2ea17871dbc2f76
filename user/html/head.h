/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The overview of a page: what was recorded, how, its totals, and what is missing from it. */
#ifndef NYTPROF_HTML_HEAD_H
#define NYTPROF_HTML_HEAD_H

#include <stdint.h>
#include <stdio.h>

struct probe_errors;
struct profile;
struct run_totals;
struct stacks;

void head_put(const struct profile *p, const struct stacks *s, const struct probe_errors *e,
	      const struct run_totals *r, FILE *out);

/*
 * The mode, command, start and so on of a recording, and what is to be known of its numbers.
 * probe_error_ns: 0: no time is marked. r: NULL: the profile is not of windows.
 */
void head_put_facts(const struct profile *p, const struct stacks *s, int64_t probe_error_ns,
		    FILE *out);
void head_put_warnings(const struct profile *p, const struct stacks *s, const struct run_totals *r,
		       FILE *out);

/* One of a list of facts, <dl class="facts">. The name is no text of a target. */
void head_begin_fact(const char *name, FILE *out);
void head_end_fact(FILE *out);
void head_put_time(const char *name, int64_t ns, FILE *out);

/* The name of a program, without the mode of its recording. */
void head_put_name(const struct profile *p, const char *name, FILE *out);

int64_t head_wall_ns(const struct profile *p);

#endif
