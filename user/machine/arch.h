/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * What differs from machine to machine in code that is read: registers, the calling convention,
 * and what the kernel's uprobes do with an instruction.  All machines are always built in, so
 * that their perls can be examined anywhere; profiled are those of the machine itself.
 *
 * A new one is a file here, one in bpf/arch, one in vmlinux/, rows in user/perl/perl-layouts.csv, and
 * the probed functions in user/attach/subjects.h.
 */
#ifndef NYTPROF_ARCH_H
#define NYTPROF_ARCH_H

#include <capstone/capstone.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "machine/decode.h"

/*
 * General registers go by their number in the encoding of instructions, here, in a mask (a bit for
 * each), and in what the programs are told.
 */
#define GPR_NONE (-1)
#define GPR_MASK 32 /* registers that a mask has room for */

struct arch {
	const char *name; /* as uname and user/perl/perl-layouts.csv have it */
	uint16_t machine; /* e_machine in an ELF file */
	unsigned insn_size; /* of every instruction; 0: it varies */
	int args[6]; /* registers of a function's arguments */
	int sp;
	bool calls_memory; /* has calls of functions whose address is in memory */
	uint32_t returns; /* registers that a return probe must find as the caller left them */
	const int *
		my_perl; /* those that the programs can read it from, the best first; GPR_NONE ends them */
	const int *kept; /* those that a function has to restore, but for sp */
	uint32_t cv; /* those that the programs can read a CV from */

	cs_arch cs_arch;
	cs_mode cs_mode;
	/* One instruction, with a capstone that is open for this machine. */
	bool (*decode)(csh cs, cs_insn *room, const uint8_t *code, size_t size, uint64_t vaddr,
		       struct insn *insn);
	/* Relative control transfers, from the bytes; FLOW_NEXT: it is none. */
	enum flow (*flow)(const uint8_t *code, size_t size, uint64_t vaddr, uint64_t *target);
	/* By the first byte, how long one may be that starts with it; NULL where all are insn_size. */
	const uint8_t *branch_lengths;
};

extern const struct arch arch_x86_64, arch_aarch64;

const struct arch *arch_of(uint16_t machine); /* by e_machine; NULL if it is not known */
const struct arch *arch_host(void); /* what the agent was built for */

#endif
