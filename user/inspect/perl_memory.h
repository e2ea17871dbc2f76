/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What perl has in the memory of a process, read through the layout: the counterpart of bpf/perl/interp.bpf.h. */
#ifndef NYTPROF_PERL_MEMORY_H
#define NYTPROF_PERL_MEMORY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "nytprof/limits.h"
#include "nytprof/perl_layout.h"

struct memory;

struct perl_memory {
	struct memory *mem;
	const struct perl_layout *layout;
	char text[STRING_MAX + 1]; /* that was read last, with a NUL behind it */
};

/* An SV's head (sv.h, 5.14 to 5.44; layout_is_regular). */
struct sv {
	uint64_t any;
	uint32_t refcnt;
	uint32_t flags;
	uint64_t u;
};

/* 0: not to be had */
uint64_t perl_u64(struct perl_memory *p, uint64_t addr);
uint32_t perl_u32(struct perl_memory *p, uint64_t addr);

/* False: it can't be read, or is of another type. */
bool perl_sv(struct perl_memory *p, uint64_t addr, uint32_t type, struct sv *sv);

/* The length of a HEK's text, which is in p->text then; 0: none.  *utf8: perl's flag. */
uint32_t perl_hek(struct perl_memory *p, uint64_t addr, bool *utf8);

/* The address of HvNAME, a HEK; 0: it has none. */
uint64_t perl_stash_name(struct perl_memory *p, uint64_t stash);

/*
 * The file that a COP names at addr, in p->text; NULL: not to be had.  An unthreaded perl has a GV there, whose
 * name is "_<" and the file's.
 */
const char *perl_file(struct perl_memory *p, uint64_t addr);

/* The first COP that is executed from op on; 0: there is none among the first ops. */
uint64_t perl_first_cop(struct perl_memory *p, uint64_t op);

/* A walk over a sub's op tree, from .op = .root on, with the last line of its statements. */
struct op_walk {
	uint64_t root;
	uint64_t op;
	uint32_t last;
	bool up; /* op was come back to from its kids */
};

bool perl_op_step(struct perl_memory *p, struct op_walk *w); /* false: it is over */

#endif
