/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The table of perl's memory layouts, and which of its rows a perl build is.
 */
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
	unsigned version; /* of perl 5.version */
	unsigned debugging;
	struct perl_layout layout;
};

/* What a perl binary says of how it was built, read without running it. */
struct perl_build {
	uint16_t machine;
	unsigned revision;
	unsigned version;
	unsigned subversion;
	bool ithreads;
	bool multiplicity;
	bool debugging;
	unsigned interp_size; /* PL_interp_size; 0: not there (unthreaded) */
	const char *bincompat; /* PL_bincompat_options; points into the file */
	const char *options; /* the string with PERL_MALLOC_WRAP; NULL: not found */
};

const struct layout_row *layout_rows(size_t *cnt); /* NULL: nobody asks how many */

/*
 * The row for a build; NULL with err set if there is none or an option voids the table.  A version
 * above all rows gets the newest one of its flavour if the interpreter's size is the same; whether
 * that is its layout is for the code to say (agree.h).
 */
const struct layout_row *layout_find(const struct perl_build *build, struct error *err);

/*
 * Where the BPF side relies on two fields lying a fixed way apart; every row of the
 * table must pass.
 */
bool layout_is_regular(const struct perl_layout *layout);

/* Interpreter variables: the i-th one's field name without the I, and its place in a layout. */
const char *layout_interp_name(size_t i); /* NULL past the last */
uint64_t *layout_interp_field(struct perl_layout *layout, size_t i);

#endif
