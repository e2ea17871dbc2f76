/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The lexical variables that are in scope at a place: names, types and, on request, values. */
#ifndef NYTPROF_DUMP_LOCALS_H
#define NYTPROF_DUMP_LOCALS_H

#include <stdbool.h>
#include <stdint.h>

struct perl_memory;

#define LOCALS_MAX  4096u /* of one pad that are looked at */
#define LOCAL_VALUE 128u /* bytes of a string that are shown */

/* Where to look. */
struct locals_scope {
	uint64_t code; /* CV */
	uint32_t depth; /* of its pad */
	uint32_t seq; /* cop_seq of the COP in effect */
	uint32_t outer_seq; /* those in scope there, too, are left out; 0: none */
	bool values;
};

/*
 * Returns 0, or -errno to end the walk. All texts are UTF-8. value: NULL, unless it was requested
 * and is simple.
 */
typedef int locals_visit(void *arg, const char *name, const char *type, const char *value);

/* False: the pads of this perl are not known (before 5.22). */
bool locals_are_known(const struct perl_memory *p);
int locals_each(struct perl_memory *p, const struct locals_scope *scope, locals_visit *visit,
		void *arg);

#endif
