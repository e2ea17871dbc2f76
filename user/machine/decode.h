/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Instructions, as far as choosing a place for a probe needs them.  Registers are numbers as in
 * machine/arch.h, which has what differs from machine to machine.
 */
#ifndef NYTPROF_DECODE_H
#define NYTPROF_DECODE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum flow {
	FLOW_NEXT, /* goes on behind it */
	FLOW_JUMP, /* jmp to .target */
	FLOW_BRANCH, /* conditional, to .target or on */
	FLOW_CALL, /* call of .target */
	FLOW_CALL_PTR, /* call through register .via, or through memory (.via GPR_NONE) */
	FLOW_OTHER, /* anything else that leaves the straight line, and what has no place in one */
};

struct insn {
	uint64_t vaddr;
	uint64_t target;
	unsigned size;
	enum flow flow;
	int via;
	bool emulable; /* the kernel's uprobes emulate it instead of stepping over it */
	unsigned nop; /* a nop that some kernels make a call of: its bytes, 5 or 10; else 0 */
	bool landing; /* only marks where indirect calls may land */
	bool unprobed; /* the kernel refuses to probe it */
	bool stores; /* to memory that the stack pointer does not address */
	uint32_t written; /* general registers that it changes, also in part: bit per register */
	int mov_from; /* a 64-bit move between registers: source, else GPR_NONE */
	int mov_to;
	int load_to[2]; /* a 64-bit load from [.base + .disp], and one from behind it: else GPR_NONE */
	bool memory; /* has an operand [.base + .disp], .base GPR_NONE: absolute, .disp the address */
	bool address; /* takes the address of [.base + .disp] and does not access it */
	int base;
	int64_t disp;
	unsigned pair; /* accesses two fields: how far apart; else 0 */
	char text[64]; /* as a disassembler prints it */
};

struct arch;
struct decoder;

struct decoder *decoder_new(const struct arch *arch); /* NULL with errno set */
const struct arch *decoder_arch(const struct decoder *d);
void decoder_free(struct decoder *d);

/* The instruction at code, which is at vaddr in the file; false if there is none. */
bool decode(struct decoder *d, const uint8_t *code, size_t size, uint64_t vaddr, struct insn *insn);

/* For those that fill one in: nothing known. */
void insn_clear(struct insn *insn);

/* Does it access a field at this displacement, from whatever base? */
bool insn_accesses(const struct insn *insn, uint64_t disp);

typedef int branch_visit(uint64_t from, uint64_t to, void *arg);

/*
 * Calls visit with each direct jump or branch in code, until it returns non-zero, which is
 * returned.
 */
int decode_branches(struct decoder *d, const uint8_t *code, size_t size, uint64_t vaddr,
		    branch_visit *visit, void *arg);

/*
 * The same for whatever looks like one at any byte, so also for some that are none, and
 * twenty times as fast.
 */
int decode_branches_like(const struct decoder *d, const uint8_t *code, size_t size, uint64_t vaddr,
			 branch_visit *visit, void *arg);

#endif
