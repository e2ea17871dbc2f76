/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * x86-64 instructions, as far as choosing a place for a probe needs them.  The only
 * user of the disassembler library.
 */
#ifndef NYTPROF_DECODE_H
#define NYTPROF_DECODE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* General registers by their number in the instruction encoding. */
enum gpr {
	GPR_AX,
	GPR_CX,
	GPR_DX,
	GPR_BX,
	GPR_SP,
	GPR_BP,
	GPR_SI,
	GPR_DI,
	GPR_R8,
	GPR_R9,
	GPR_R12 = 12,
	GPR_R13,
	GPR_R14,
	GPR_R15,
	GPR_CNT,
	GPR_NONE = -1,
};

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
	bool nop5; /* a five-byte nop */
	bool stores; /* to memory that %rsp does not address */
	uint16_t written; /* general registers that it changes, also in part: bit per gpr */
	int mov_from; /* a 64-bit move between registers: source, else GPR_NONE */
	int mov_to;
	int load_to; /* a 64-bit load from [.base + .disp]: destination, else GPR_NONE */
	bool memory; /* has an operand [.base + .disp], .base GPR_NONE: absolute, .disp the address */
	bool address; /* takes the address of [.base + .disp] and does not access it */
	int base;
	int64_t disp;
	char text[64]; /* as a disassembler prints it */
};

struct decoder;

struct decoder *decoder_new(void); /* NULL with errno set */
void decoder_free(struct decoder *d);

/* The instruction at code, which is at vaddr in the file; false if there is none. */
bool decode(struct decoder *d, const uint8_t *code, size_t size, uint64_t vaddr, struct insn *insn);

/*
 * Calls visit with each direct jump or branch in code, until it returns non-zero, which is
 * returned.
 */
int decode_branches(struct decoder *d, const uint8_t *code, size_t size, uint64_t vaddr,
		    int (*visit)(uint64_t from, uint64_t to, void *arg), void *arg);

/*
 * The same for whatever looks like one at any byte, so also for some that are none, and
 * twenty times as fast.
 */
int decode_branches_like(const uint8_t *code, size_t size, uint64_t vaddr,
			 int (*visit)(uint64_t from, uint64_t to, void *arg), void *arg);

#endif
