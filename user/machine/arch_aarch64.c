// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * arm64: instructions from their bits (Arm Architecture Reference Manual for A-profile, C4.1), which
 * are regular, and don't depend on how much of them a version of capstone knows.  It only prints.
 */
#include "machine/arch_aarch64.h"

#include <elf.h>
#include <stdio.h>
#include <string.h>

#include "machine/arch.h"

static unsigned bits(uint32_t word, unsigned high, unsigned low)
{
	return word >> low & ((2u << (high - low)) - 1);
}

static int64_t signed_bits(uint32_t word, unsigned high, unsigned low)
{
	int64_t sign = 1ll << (high - low);

	return ((int64_t)bits(word, high, low) ^ sign) - sign;
}

/* A register as a mask; the zero register is none. */
static uint32_t gpr_mask(unsigned reg)
{
	return reg == 31 ? 0 : 1u << reg;
}

/* ------------------------------------------------------------- control transfers */

static enum flow word_flow(uint32_t word, uint64_t vaddr, uint64_t *target)
{
	if ((word & 0x7c000000) == 0x14000000) { /* b, bl */
		*target = vaddr + (uint64_t)(4 * signed_bits(word, 25, 0));
		return word >> 31 ? FLOW_CALL : FLOW_JUMP;
	}
	if ((word & 0xff000000) == 0x54000000 || /* b.cond, bc.cond */
	    (word & 0x7e000000) == 0x34000000) { /* cbz, cbnz */
		*target = vaddr + (uint64_t)(4 * signed_bits(word, 23, 5));
		return FLOW_BRANCH;
	}
	if ((word & 0x7e000000) == 0x36000000) { /* tbz, tbnz */
		*target = vaddr + (uint64_t)(4 * signed_bits(word, 18, 5));
		return FLOW_BRANCH;
	}
	return FLOW_NEXT;
}

static enum flow aarch64_flow(const uint8_t *code, size_t size, uint64_t vaddr, uint64_t *target)
{
	uint32_t word;

	if (size < sizeof(word))
		return FLOW_NEXT;
	memcpy(&word, code, sizeof(word));
	return word_flow(word, vaddr, target);
}

/*
 * What arch/arm64/kernel/probes/decode-insn.c simulates (arm_probe_decode_insn, kernels 4.10 to
 * 6.18): b, bl, b.cond, cbz, cbnz, tbz, tbnz, adr, adrp, br, blr and ret.  Since 6.13 also nop, which
 * older ones step over.  That stp x29, x30, [sp, #-N]! be simulated, as push is on x86, was proposed in
 * 2024 and is not in these kernels: so the first instruction of most functions is stepped over.
 */
static bool is_simulated(uint32_t word)
{
	uint64_t target;

	return (word_flow(word, 0, &target) != FLOW_NEXT &&
		(word & 0xff000010) != 0x54000010) || /* bc.cond */
	       (word & 0x1f000000) == 0x10000000 || /* adr, adrp */
	       (word & 0xfffffc1f) == 0xd61f0000 || /* br */
	       (word & 0xfffffc1f) == 0xd63f0000 || /* blr */
	       (word & 0xfffffc1f) == 0xd65f0000; /* ret */
}

/* Hints that it steps over (aarch64_insn_is_steppable_hint): of others it refuses to. */
static bool is_steppable_hint(unsigned hint)
{
	return hint == 0 || /* nop */
	       hint == 7 || hint == 8 || hint == 10 || /* xpaclri, pacia1716, pacib1716 */
	       (hint >= 24 && hint <= 27) || /* paciaz, paciasp, pacibz, pacibsp */
	       (hint >= 32 && hint <= 38 && hint % 2 == 0); /* bti */
}

static void decode_hint(uint32_t word, struct insn *insn)
{
	unsigned hint = bits(word, 11, 5);

	insn->unprobed = !is_steppable_hint(hint);
	insn->landing = hint == 34 || hint == 38; /* bti c, bti jc */
	if (hint == 7 || (hint >= 24 && hint <= 31)) /* sign the link register, or look at it */
		insn->written = 1u << A64_LR;
	else if (hint >= 8 && hint <= 14)
		insn->written = 1u << 17;
}

/* Branches, exceptions, and what concerns the system. */
static void decode_system(uint32_t word, uint64_t vaddr, struct insn *insn)
{
	insn->flow = word_flow(word, vaddr, &insn->target);
	if (insn->flow == FLOW_CALL)
		insn->written = 1u << A64_LR;
	if (insn->flow != FLOW_NEXT)
		return;
	if ((word & 0xfe000000) == 0xd6000000) { /* to a register */
		unsigned opc = bits(word, 24, 21);

		insn->flow = opc == 1 || opc == 9 ? FLOW_CALL_PTR : FLOW_OTHER;
		if (insn->flow == FLOW_CALL_PTR) {
			insn->via = (int)bits(word, 9, 5);
			insn->written = 1u << A64_LR;
		}
		insn->unprobed = !insn->emulable;
	} else if ((word & 0xfffff01f) == 0xd503201f) {
		decode_hint(word, insn);
	} else if ((word & 0xfff00000) == 0xd5300000) { /* mrs */
		insn->written = gpr_mask(bits(word, 4, 0));
	} else if ((word & 0xffc00000) != 0xd5000000) { /* svc, brk and the like */
		insn->flow = FLOW_OTHER;
		insn->unprobed = true;
	} else {
		insn->unprobed = (word & 0xfff00000) == 0xd5100000 || /* msr */
				 (word & 0xfff8f01f) == 0xd500401f;
		insn->written = (word & 0xfff80000) == 0xd5280000 ? gpr_mask(bits(word, 4, 0)) : 0;
	}
}

/* ---------------------------------------------------------------- loads and stores */

/* What a load or store does to registers: up to two that are moved, and the base. */
struct access {
	bool load;
	bool vector; /* of registers that are not general */
	bool whole; /* 64 bits */
	bool writeback;
	unsigned first, second; /* 31: none */
};

static void access_fill(struct insn *insn, const struct access *a, int base)
{
	uint32_t moved = a->vector ? 0 : gpr_mask(a->first) | gpr_mask(a->second);

	insn->base = base;
	insn->stores = !a->load && base != A64_SP;
	if (a->load)
		insn->written |= moved;
	if (a->writeback)
		insn->written |= 1u << base;
	if (a->load && a->whole && !a->vector && insn->memory) {
		insn->load_to[0] = a->first == 31 ? GPR_NONE : (int)a->first;
		insn->load_to[1] = a->second == 31 ? GPR_NONE : (int)a->second;
	}
}

static void decode_pair(uint32_t word, struct insn *insn)
{
	unsigned opc = bits(word, 31, 30), mode = bits(word, 24, 23);
	bool vector = bits(word, 26, 26), load = bits(word, 22, 22);
	unsigned size = vector ? 4u << opc : opc == 2 ? 8 : opc == 1 && !load ? 16 : 4;
	struct access a = { .load = load,
			    .vector = vector,
			    .whole = opc == 2,
			    .writeback = mode == 1 || mode == 3,
			    .first = bits(word, 4, 0),
			    .second = bits(word, 14, 10) };

	insn->memory = true;
	insn->pair = size;
	insn->disp = mode == 1 ? 0 : signed_bits(word, 21, 15) * (int64_t)size;
	access_fill(insn, &a, (int)bits(word, 9, 5));
}

static void decode_single(uint32_t word, struct insn *insn)
{
	unsigned size = bits(word, 31, 30), opc = bits(word, 23, 22), mode = bits(word, 11, 10);
	bool vector = bits(word, 26, 26), scaled = bits(word, 24, 24), far = bits(word, 21, 21);
	bool prefetch = !vector && size == 3 && opc == 2;
	struct access a = { .load = vector ? opc & 1 : opc != 0,
			    .vector = vector || prefetch,
			    .whole = size == 3 && opc == 1,
			    .first = bits(word, 4, 0),
			    .second = 31 };

	if (scaled) {
		insn->memory = !prefetch;
		insn->disp = (int64_t)bits(word, 21, 10) << (vector ? size | (opc & 2) << 1 : size);
	} else if (!far) { /* an unscaled displacement, or one behind which the base changes */
		insn->memory = !prefetch;
		insn->disp = mode == 1 ? 0 : signed_bits(word, 20, 12);
		a.writeback = mode == 1 || mode == 3;
	} else if (mode != 2) { /* atomic ones, and with a signed base */
		a.load = true;
		a.writeback = mode == 3;
	}
	access_fill(insn, &a, (int)bits(word, 9, 5));
	insn->stores |= !scaled && far && mode == 0;
}

static void decode_access(uint32_t word, uint64_t vaddr, struct insn *insn)
{
	if ((word & 0x3b000000) == 0x18000000) { /* from behind the code */
		insn->memory = true;
		insn->disp = (int64_t)vaddr + 4 * signed_bits(word, 23, 5);
		insn->unprobed = true;
		if (!bits(word, 26, 26) && bits(word, 31, 30) != 3)
			insn->written = gpr_mask(bits(word, 4, 0));
	} else if ((word & 0x3a000000) == 0x28000000) {
		decode_pair(word, insn);
	} else if ((word & 0x3b000000) == 0x39000000 || (word & 0x3b000000) == 0x38000000) {
		decode_single(word, insn);
	} else if ((word & 0xbe000000) == 0x0c000000) { /* vectors, interleaved */
		insn->stores = !bits(word, 22, 22) && bits(word, 9, 5) != A64_SP;
		insn->written = bits(word, 23, 23) ? 1u << bits(word, 9, 5) : 0;
	} else { /* exclusive ones, and rare ones: anything it names may change */
		insn->unprobed = (word & 0x3f800000) == 0x08000000;
		insn->stores = true;
		insn->written = gpr_mask(bits(word, 4, 0)) | 1u << bits(word, 9, 5) |
				gpr_mask(bits(word, 14, 10)) | gpr_mask(bits(word, 20, 16));
	}
}

/* ----------------------------------------------------------------------- arithmetic */

static void decode_immediate(uint32_t word, struct insn *insn)
{
	unsigned to = bits(word, 4, 0), from = bits(word, 9, 5), imm = bits(word, 21, 10);
	bool sets_flags = bits(word, 29, 29), wide = bits(word, 31, 31);
	unsigned kind = bits(word, 25, 23);

	/* Where 31 is the stack pointer: add and sub, and, orr and eor, unless they set flags. */
	if ((kind == 2 && !sets_flags) || kind == 3 || (kind == 4 && bits(word, 30, 29) != 3))
		insn->written = 1u << to;
	else
		insn->written = gpr_mask(to);
	if (kind != 2 || sets_flags || !wide || bits(word, 30, 30))
		return;
	insn->address = true;
	insn->base = (int)from;
	insn->disp = (int64_t)imm << (bits(word, 22, 22) ? 12 : 0);
	if (!imm) {
		insn->mov_from = (int)from;
		insn->mov_to = (int)to;
	}
}

static void decode_registers(uint32_t word, struct insn *insn)
{
	unsigned to = bits(word, 4, 0);

	if ((word & 0x1fe00000) == 0x1a400000)
		return; /* ccmp: flags only */
	/* add and sub of an extended register, unless they set flags */
	insn->written = (word & 0x3fe00000) == 0x0b200000 ? 1u << to : gpr_mask(to);
	if ((word & 0xffe0ffe0) == 0xaa0003e0 && bits(word, 20, 16) != 31 && to != 31) {
		insn->mov_from = (int)bits(word, 20, 16);
		insn->mov_to = (int)to;
	}
}

/* Of vector and floating-point instructions those that may write a general register. */
static void decode_vector(uint32_t word, struct insn *insn)
{
	if ((word & 0x5f20fc00) == 0x1e200000 || (word & 0x5f200000) == 0x1e000000 ||
	    (word & 0xbfe0ec00) == 0x0e002c00)
		insn->written = gpr_mask(bits(word, 4, 0));
}

static bool decode_word(uint32_t word, uint64_t vaddr, struct insn *insn)
{
	unsigned group = bits(word, 28, 25);

	insn->vaddr = vaddr;
	insn->size = 4;
	insn->emulable = is_simulated(word);
	if ((group & 0xe) == 8)
		decode_immediate(word, insn);
	else if ((group & 0xe) == 10)
		decode_system(word, vaddr, insn);
	else if ((group & 5) == 4)
		decode_access(word, vaddr, insn);
	else if ((group & 7) == 5)
		decode_registers(word, insn);
	else if ((group & 7) == 7)
		decode_vector(word, insn);
	else if (group == 2) { /* scalable vectors: anything */
		insn->written = UINT32_MAX;
		insn->stores = true;
	} else
		return false;
	return true;
}

/* Hints that every function may have, by name: capstone 4 has their numbers. */
static const char *hint_name(uint32_t word)
{
	switch (word) {
	case 0xd503233f:
		return "paciasp";
	case 0xd50323bf:
		return "autiasp";
	case 0xd503245f:
		return "bti c";
	default:
		return NULL;
	}
}

static bool aarch64_decode(csh cs, cs_insn *room, const uint8_t *code, size_t size, uint64_t vaddr,
			   struct insn *insn)
{
	uint32_t word;

	if (size < sizeof(word) || vaddr % sizeof(word))
		return false;
	memcpy(&word, code, sizeof(word));
	insn_clear(insn);
	if (!decode_word(word, vaddr, insn))
		return false;
	if (hint_name(word))
		snprintf(insn->text, sizeof(insn->text), "%s", hint_name(word));
	else if (cs_disasm_iter(cs, &code, &size, &vaddr, room))
		snprintf(insn->text, sizeof(insn->text), "%.16s%s%.40s", room->mnemonic,
			 *room->op_str ? " " : "", room->op_str);
	else
		snprintf(insn->text, sizeof(insn->text), ".inst %#010x", word);
	return true;
}

static const int my_perl[] = { 0, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 1,  2,  3,	   4,
			       5, 6,  7,  8,  9,  10, 11, 12, 13, 14, 15, 16, 17, GPR_NONE };
static const int kept[] = { 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, GPR_NONE };

/*
 * Procedure Call Standard for the Arm 64-bit Architecture; the programs' side is
 * bpf/arch/aarch64.bpf.h.
 */
const struct arch arch_aarch64 = {
	.name = "aarch64",
	.machine = EM_AARCH64,
	.insn_size = 4,
	.args = { 0, 1, 2, 3, 4, 5 },
	.sp = A64_SP,
	/* The return address is in x30, which a return probe changes: before it is saved or signed. */
	.returns = 1u << A64_SP | 1u << A64_LR,
	.my_perl = my_perl,
	.kept = kept,
	.cv = (1u << 18) - 1,
	.cs_arch = CS_ARCH_ARM64,
	.cs_mode = CS_MODE_LITTLE_ENDIAN,
	.decode = aarch64_decode,
	.flow = aarch64_flow,
};
