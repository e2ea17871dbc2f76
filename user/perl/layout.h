/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The table of perl's memory layouts, and the search for the row of a perl build. */
#ifndef NYTPROF_LAYOUT_H
#define NYTPROF_LAYOUT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "nytprof/perl_layout.h"

struct error;

struct layout_row {
	const char *name; /* row of user/perl/perl-layouts.csv */
	uint16_t machine; /* e_machine of its files */
	unsigned version; /* V of perl 5.V */
	unsigned debugging;
	struct perl_layout layout;
};

/* How a perl binary was built. Read from the file, without running it. */
struct perl_build {
	uint16_t machine;
	unsigned revision;
	unsigned version;
	unsigned subversion;
	bool ithreads;
	bool multiplicity;
	bool debugging;
	unsigned interp_size; /* PL_interp_size; 0: the file has none (unthreaded) */
	const char *bincompat; /* PL_bincompat_options; points into the file */
	const char *options; /* the string with PERL_MALLOC_WRAP; NULL: not found */
};

const struct layout_row *layout_rows(size_t *cnt); /* cnt may be NULL */

/*
 * The row for a build. NULL with err set: there is none, or a build option changes the layout. A
 * version newer than all rows gets the newest row of its flavour if the size of the interpreter is
 * the same. agree.h then checks that layout against the code.
 */
const struct layout_row *layout_find(const struct perl_build *build, struct error *err);

/*
 * Are the distances between some fields those that the BPF side relies on? Every row of the table
 * must pass.
 */
bool layout_is_regular(const struct perl_layout *layout);

/*
 * The i-th interpreter variable: the name of its field without the I, and its offset in a layout.
 */
const char *layout_interp_name(size_t i); /* NULL past the last */
uint64_t *layout_interp_field(struct perl_layout *layout, size_t i);

#endif
