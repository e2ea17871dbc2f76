/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * What may lead to some addresses in the code of x86-64: any branch or call, the address as an operand
 * of an instruction, a table of a switch, a pointer in the data or in a relocation.
 */
#ifndef NYTPROF_LANDINGS_H
#define NYTPROF_LANDINGS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define LANDING_ZONES 96

struct code;

struct landing_zone {
	uint64_t first, last; /* addresses */
	bool landed; /* something may lead there */
};

struct landing_zones {
	struct landing_zone all[LANDING_ZONES];
	size_t cnt;
};

/* Sets .landed of all. The code must have its extents. */
void landings_find(const struct code *code, struct landing_zones *zones);

#endif
