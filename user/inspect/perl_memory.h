/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Reads perl's structures from the memory of a process, with a layout. bpf/perl/interp.bpf.h does
 * the same in BPF.
 */
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
	char text[STRING_MAX + 1]; /* the text that was read last, with a NUL after it */
};

/* The head of an SV (sv.h, 5.14 to 5.44; layout_is_regular). */
struct sv {
	uint64_t any;
	uint32_t refcnt;
	uint32_t flags;
	uint64_t u;
};

/* 0: can't be read */
uint64_t perl_u64(struct perl_memory *p, uint64_t addr);
uint32_t perl_u32(struct perl_memory *p, uint64_t addr);

/* False: it can't be read or has another type. */
bool perl_sv(struct perl_memory *p, uint64_t addr, uint32_t type, struct sv *sv);

/* Reads a HEK's text into p->text and returns its length; 0: none. *utf8: perl's flag. */
uint32_t perl_hek(struct perl_memory *p, uint64_t addr, bool *utf8);

/* The address of HvNAME, a HEK; 0: it has none. */
uint64_t perl_stash_name(struct perl_memory *p, uint64_t stash);

/*
 * The file name of a COP, which it has at addr; it is put into p->text. NULL: can't be read. An
 * unthreaded perl has a GV there, whose name is "_<" and the file name.
 */
const char *perl_file(struct perl_memory *p, uint64_t addr);

/* The first COP that is executed from op on. 0: the first few ops have none. */
uint64_t perl_first_cop(struct perl_memory *p, uint64_t op);

/* A walk over a sub's op tree. Begin with .op = .root. .last: the last line of its statements. */
struct op_walk {
	uint64_t root;
	uint64_t op;
	uint32_t last;
	bool up; /* the walk came back to op from its kids */
};

bool perl_op_step(struct perl_memory *p, struct op_walk *w); /* false: the walk is over */

#endif
