/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * A file that holds a perl interpreter (an executable or a libperl.so): its build, the places of
 * its pp functions, and its probes.
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
#include "perl/stub.h"

struct elf;
struct extents;

enum probe_price {
	PRICE_TRAP, /* one trap: the kernel emulates the instruction, a jump or a nop */
	PRICE_PUSH, /* the same of a push or a call: it also writes to the program's stack */
	PRICE_NOP5, /* a call instead of a trap: kernels 6.18 to 7.1 replace a nop of 5 bytes, */
	PRICE_NOP10, /* and 7.2 and later a nop of 10 bytes */
	PRICE_STEP, /* a trap and a single step out of line */
	PRICE_RETURN, /* a return probe; the probe at the entry has a price above */
	PRICE_CNT,
};

struct probe {
	enum site_id site;
	char function[32];
	uint64_t function_vaddr;
	uint64_t vaddr; /* of the probed instruction */
	uint64_t offset; /* the same, in the file */
	unsigned reg; /* register of my_perl; SITE_REG_NONE: unthreaded perl */
	unsigned cv_reg; /* of the CV of a called XSUB or left sub; SITE_REG_NONE: in its context */
	enum probe_price price;
	bool inside; /* not at the entry of the function */
	bool curcop; /* PL_curcop is already set there */
	char insn[64];
	char how[128]; /* in words, for -v */
	struct stub stub; /* that a private copy may have for it */
	uint64_t moved; /* bytes from the place to the probed instruction, a nop of the stub; else 0 */
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
	uint64_t op_name; /* addresses of these tables, and their number of entries */
	uint64_t ppaddr;
	unsigned op_cnt;
	int op_entersub; /* numbers of ops; -1: this perl does not have the op */
	int op_unstack;
	uint64_t thr_key; /* of PL_thr_key and PL_curinterp; 0: it has none */
	uint64_t curinterp;
	uint64_t code_vaddr; /* of the segment with its code */
	uint64_t code_start; /* where the process that led to the file has mapped it */
	uint8_t slow_ops[OP_TYPES]; /* enum slow_op, by op_type */
	uint8_t op_costs[OP_TYPES]; /* see include/nytprof/op_costs.h, by op_type */
	struct probe probes[PROBES_MAX];
	size_t probe_cnt;
	bool curcop_is_op; /* PL_curcop is PL_op at all probes of statements */
};

void perl_image_free(struct perl_image *image);

/* Frees what the file takes in memory, which is megabytes. Lookups in the file fail afterwards. */
void perl_image_forget_file(struct perl_image *image);

/* Is this version newer than all known ones, and its layout that of the newest one? */
bool perl_is_derived(const struct perl_image *image);

/* How many places have a stub? */
size_t perl_image_stubs(const struct perl_image *image);
enum stub_refusal perl_image_refusal(const struct perl_image *image); /* for the hottest place */
void perl_image_forgo_stubs(struct perl_image *image);

/*
 * The image is from now on that of a copy with stubs, and its probes are in them. copy: the file. The
 * original is another image. -errno.
 */
int perl_image_become_copy(struct perl_image *image, int copy);

/* Do both have the same version and layout? Then one BPF object serves both. */
bool perl_image_same_build(const struct perl_image *one, const struct perl_image *other);

/* The number of an op; -1: this perl does not have it. */
int perl_op_number(const struct perl_image *image, const char *op);

/* The address of the function that runs an op; 0: this perl does not have it. */
uint64_t perl_op_function(const struct perl_image *image, const char *op);

const char *probe_price_text(enum probe_price price);

#endif
