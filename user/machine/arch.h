/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The differences between machines: registers, the calling convention, and how the kernel's uprobes
 * treat an instruction. The agent can examine the perls of all machines, so all are always built
 * in. It records only perls of its own machine.
 *
 * A new machine needs a file here, one in bpf/arch and one in vmlinux/, rows in
 * user/perl/perl-layouts.csv, and the probed functions in user/attach/subjects.h.
 */
#ifndef NYTPROF_ARCH_H
#define NYTPROF_ARCH_H

#include <capstone/capstone.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "machine/decode.h"

/*
 * General registers have the number that instructions encode. A mask has one bit for each. The BPF
 * programs use the same numbers.
 */
#define GPR_NONE (-1)
#define GPR_MASK 32 /* registers that a mask has room for */

struct arch {
	const char *name; /* as uname and user/perl/perl-layouts.csv have it */
	uint16_t machine; /* e_machine in an ELF file */
	unsigned insn_size; /* of every instruction, in bytes; 0: it varies */
	int args[6]; /* registers of a function's arguments */
	int sp;
	bool calls_memory; /* can call a function whose address is in memory */
	uint32_t returns; /* a return probe needs these registers unchanged since the call */
	const int *
		my_perl; /* those that the programs can read it from, the best first; GPR_NONE ends them */
	const int *kept; /* those that a function restores, without sp */
	uint32_t cv; /* those that the programs can read a CV from */

	cs_arch cs_arch;
	cs_mode cs_mode;
	/* Decodes one instruction. cs: a capstone handle for this machine. */
	bool (*decode)(csh cs, cs_insn *room, const uint8_t *code, size_t size, uint64_t vaddr,
		       struct insn *insn);
	/* Decodes a relative control transfer from its bytes. FLOW_NEXT: it is none. */
	enum flow (*flow)(const uint8_t *code, size_t size, uint64_t vaddr, uint64_t *target);
	/* The longest branch by its first byte. NULL: all are of insn_size. */
	const uint8_t *branch_lengths;
};

extern const struct arch arch_x86_64, arch_aarch64;

const struct arch *arch_of(uint16_t machine); /* by e_machine; NULL: not known */
const struct arch *arch_host(void); /* the machine that the agent was built for */

#endif
