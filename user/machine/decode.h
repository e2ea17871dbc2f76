/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Instructions, with the properties that matter to the choice of a probe's place. machine/arch.h
 * numbers the registers, and has the differences between machines.
 */
#ifndef NYTPROF_DECODE_H
#define NYTPROF_DECODE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum flow {
	FLOW_NEXT, /* goes on at the next instruction */
	FLOW_JUMP, /* jmp to .target */
	FLOW_BRANCH, /* conditional: to .target, or to the next instruction */
	FLOW_CALL, /* call of .target */
	FLOW_CALL_PTR, /* call through register .via, or through memory (.via GPR_NONE) */
	FLOW_OTHER, /* any other control transfer, or what can't be in a straight line */
};

struct insn {
	uint64_t vaddr;
	uint64_t target;
	unsigned size;
	enum flow flow;
	int via;
	bool emulable; /* the kernel's uprobes emulate it instead of stepping over it, */
	bool pushes; /* and write to the stack for that */
	unsigned nop; /* bytes of a nop that some kernels replace by a call: 5 or 10; else 0 */
	bool landing; /* only marks where indirect calls may land */
	bool unprobed; /* the kernel refuses a probe here */
	bool stores; /* writes to memory, not through the stack pointer */
	uint32_t written; /* general registers that it changes, also in part; one bit each */
	int mov_from; /* a 64-bit move between registers: source, else GPR_NONE */
	int mov_to;
	int load_to[2]; /* 64-bit loads from [.base + .disp] and the next word; else GPR_NONE */
	bool memory; /* has an operand [.base + .disp]; .base GPR_NONE: .disp is the address */
	bool address; /* computes the address [.base + .disp] without accessing it */
	int base;
	int64_t disp;
	unsigned pair; /* accesses two fields: their distance in bytes; else 0 */
	char text[64]; /* as a disassembler prints it */
};

struct arch;
struct decoder;

struct decoder *decoder_new(const struct arch *arch); /* NULL with errno set */
const struct arch *decoder_arch(const struct decoder *d);
void decoder_free(struct decoder *d);

/* Decodes the instruction at code. vaddr: its address in the file. False: there is none. */
bool decode(struct decoder *d, const uint8_t *code, size_t size, uint64_t vaddr, struct insn *insn);

/* For decoders: sets all properties to "not known". */
void insn_clear(struct insn *insn);

/* Does it access a field at this displacement, from any base? */
bool insn_accesses(const struct insn *insn, uint64_t disp);

typedef int branch_visit(uint64_t from, uint64_t to, void *arg);

/*
 * Calls visit for each direct jump or branch in code. If it returns non-zero, stops and returns
 * that.
 */
int decode_branches(struct decoder *d, const uint8_t *code, size_t size, uint64_t vaddr,
		    branch_visit *visit, void *arg);

/*
 * The same for every byte at which a jump or branch may begin. Some of these are none. Twenty times
 * as fast.
 */
int decode_branches_like(const struct decoder *d, const uint8_t *code, size_t size, uint64_t vaddr,
			 branch_visit *visit, void *arg);

#endif
