/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * A file that holds a perl interpreter (an executable or a libperl.so): which build it
 * is, where its pp functions are, and where to probe them.
 */
#ifndef NYTPROF_PERL_IMAGE_H
#define NYTPROF_PERL_IMAGE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

#include "nytprof/perl_layout.h"
#include "nytprof/sites.h"
#include "nytprof/slow_ops.h"
#include "perl/layout.h"

struct elf;
struct extents;

enum probe_price {
	PRICE_TRAP, /* one trap: the kernel emulates the instruction */
	PRICE_NOP5, /* a call instead of a trap: kernels 6.18 to 7.1 make one of this, */
	PRICE_NOP10, /* those since 7.2 of this */
	PRICE_STEP, /* a trap and a single step out of line */
	PRICE_RETURN, /* a return; of its function's entry there is one of the above */
	PRICE_CNT,
};

struct probe {
	enum site_id site;
	char function[32];
	uint64_t function_vaddr;
	uint64_t vaddr; /* of the probed instruction */
	uint64_t offset; /* of it, in the file */
	unsigned reg; /* that has my_perl; SITE_REG_NONE: an unthreaded perl */
	unsigned cv_reg; /* the CV of a sub that is left, SITE_REG_NONE: its context has it; or of an XSUB */
	enum probe_price price;
	bool inside; /* not at the function's entry */
	bool curcop; /* PL_curcop has been set before */
	char insn[64];
	char how[128]; /* in words, for -v */
};

#define PROBES_MAX 320

struct perl_image {
	char *path; /* for messages, as the target sees it */
	int fd; /* the file, open for reading */
	dev_t dev;
	ino_t ino;
	struct elf *elf;
	struct extents *extents;
	struct perl_build build;
	const struct layout_row *row;
	struct perl_layout layout;
	uint64_t op_name; /* the tables, and how many entries they have */
	uint64_t ppaddr;
	unsigned op_cnt;
	int op_entersub; /* numbers of ops, -1: this perl has none such */
	int op_unstack;
	uint64_t thr_key; /* PL_thr_key and PL_curinterp, 0: it has none */
	uint64_t curinterp;
	uint64_t code_vaddr; /* of the segment with its code, */
	uint64_t code_start; /* and where the process has that in which it was found */
	uint8_t slow_ops[OP_TYPES]; /* enum slow_op, by op_type */
	uint8_t op_costs[OP_TYPES]; /* see include/nytprof/op_costs.h, by op_type */
	struct probe probes[PROBES_MAX];
	size_t probe_cnt;
	bool curcop_is_op; /* at all statements' probes */
};

void perl_image_free(struct perl_image *image);

/* Gives back what the file takes in memory, megabytes: nothing can be looked up in it any more. */
void perl_image_forget_file(struct perl_image *image);

/* Is this version newer than all that are known, and its layout that of the newest one? */
bool perl_is_derived(const struct perl_image *image);

/* The same version and the same layout: one BPF object serves both. */
bool perl_image_same_build(const struct perl_image *one, const struct perl_image *other);

/* The number of an op, by its name; -1 if this perl has no such op. */
int perl_op_number(const struct perl_image *image, const char *op);

/* The function that runs an op, by the op's name; 0 if this perl has no such op. */
uint64_t perl_op_function(const struct perl_image *image, const char *op);

const char *probe_price_text(enum probe_price price);

#endif
