// SPDX-License-Identifier: GPL-2.0-or-later
/* x86-64: capstone's view of an instruction, reduced to what is asked. */
#include "machine/arch_x86_64.h"

#include <elf.h>
#include <stdio.h>
#include <string.h>

#include "machine/arch.h"

/* Any width of a general register to its number. */
static int gpr_number(unsigned reg)
{
	/* clang-format off */
	static const unsigned names[][5] = {
		{ X86_REG_RAX, X86_REG_EAX, X86_REG_AX, X86_REG_AL, X86_REG_AH },
		{ X86_REG_RCX, X86_REG_ECX, X86_REG_CX, X86_REG_CL, X86_REG_CH },
		{ X86_REG_RDX, X86_REG_EDX, X86_REG_DX, X86_REG_DL, X86_REG_DH },
		{ X86_REG_RBX, X86_REG_EBX, X86_REG_BX, X86_REG_BL, X86_REG_BH },
		{ X86_REG_RSP, X86_REG_ESP, X86_REG_SP, X86_REG_SPL, 0 },
		{ X86_REG_RBP, X86_REG_EBP, X86_REG_BP, X86_REG_BPL, 0 },
		{ X86_REG_RSI, X86_REG_ESI, X86_REG_SI, X86_REG_SIL, 0 },
		{ X86_REG_RDI, X86_REG_EDI, X86_REG_DI, X86_REG_DIL, 0 },
		{ X86_REG_R8, X86_REG_R8D, X86_REG_R8W, X86_REG_R8B, 0 },
		{ X86_REG_R9, X86_REG_R9D, X86_REG_R9W, X86_REG_R9B, 0 },
		{ X86_REG_R10, X86_REG_R10D, X86_REG_R10W, X86_REG_R10B, 0 },
		{ X86_REG_R11, X86_REG_R11D, X86_REG_R11W, X86_REG_R11B, 0 },
		{ X86_REG_R12, X86_REG_R12D, X86_REG_R12W, X86_REG_R12B, 0 },
		{ X86_REG_R13, X86_REG_R13D, X86_REG_R13W, X86_REG_R13B, 0 },
		{ X86_REG_R14, X86_REG_R14D, X86_REG_R14W, X86_REG_R14B, 0 },
		{ X86_REG_R15, X86_REG_R15D, X86_REG_R15W, X86_REG_R15B, 0 },
	};
	/* clang-format on */
	int i, j;

	for (i = 0; i < GPR_CNT; i++) {
		for (j = 0; j < 5; j++) {
			if (reg && names[i][j] == reg)
				return i;
		}
	}
	return GPR_NONE;
}

/*
 * What arch/x86/kernel/uprobes.c emulates (branch_setup_xol_ops and push_setup_xol_ops,
 * kernels 5.10 to 6.18): one-byte nop, relative call, jmp and jcc, push of a register.
 */
static bool is_emulable(const uint8_t *b, size_t size)
{
	if (size == 1)
		return b[0] == 0x90 || (b[0] >= 0x50 && b[0] <= 0x57);
	if (size == 2)
		return (b[0] >= 0x70 && b[0] <= 0x7f) || b[0] == 0xeb ||
		       (b[0] == 0x41 && b[1] >= 0x50 && b[1] <= 0x57);
	if (size == 5)
		return b[0] == 0xe8 || b[0] == 0xe9;
	return size == 6 && b[0] == 0x0f && b[1] >= 0x80 && b[1] <= 0x8f;
}

/* Of those: a call, and what is neither nop nor jump in one or two bytes. */
static bool is_push(const uint8_t *b, size_t size)
{
	return b[0] == 0xe8 || (size <= 2 && ((b[0] & 0xf8) == 0x50 || b[0] == 0x41));
}

/*
 * What the kernel makes a call of (can_optimize there): in 6.18 a nop of five bytes, clang's (0f 1f
 * 44 00 08) as well as GCC's; in 7.2 one of ten bytes with these prefixes in this order, which 6.18
 * refuses to probe.
 */
static unsigned callable_nop(const uint8_t *b, size_t size)
{
	static const uint8_t nop5[] = { 0x0f, 0x1f, 0x44 };
	static const uint8_t nop10[] = { 0x66, 0x2e, 0x0f, 0x1f, 0x84 };

	if (size == 5 && !memcmp(b, nop5, sizeof(nop5)))
		return 5;
	return size == 10 && !memcmp(b, nop10, sizeof(nop10)) ? 10 : 0;
}

/* Relative control transfers, from the bytes: opcode, then the displacement at the end. */
static enum flow relative_flow(const uint8_t *b, size_t size, uint64_t vaddr, uint64_t *target)
{
	enum flow flow;
	int32_t rel;

	if (size == 2 && b[0] >= 0x70 && b[0] <= 0x7f)
		flow = FLOW_BRANCH;
	else if (size == 2 && b[0] == 0xeb)
		flow = FLOW_JUMP;
	else if (size == 5 && b[0] == 0xe9)
		flow = FLOW_JUMP;
	else if (size == 5 && b[0] == 0xe8)
		flow = FLOW_CALL;
	else if (size == 6 && b[0] == 0x0f && b[1] >= 0x80 && b[1] <= 0x8f)
		flow = FLOW_BRANCH;
	else
		return FLOW_NEXT;
	if (size == 2)
		rel = (int8_t)b[1];
	else
		memcpy(&rel, b + size - 4, 4);
	*target = vaddr + size + (uint64_t)(int64_t)rel;
	return flow;
}

/* Does it leave the straight line in a way that cannot be followed? */
static bool leaves_line(const cs_insn *ci)
{
	const cs_detail *detail = ci->detail;
	const uint8_t *prefix = detail->x86.prefix;
	int i;

	if (prefix[0] == X86_PREFIX_LOCK || prefix[0] == X86_PREFIX_REP ||
	    prefix[0] == X86_PREFIX_REPNE)
		return ci->id != X86_INS_ENDBR64;
	for (i = 0; i < detail->groups_count; i++) {
		switch (detail->groups[i]) {
		case CS_GRP_JUMP:
		case CS_GRP_CALL:
		case CS_GRP_RET:
		case CS_GRP_INT:
		case CS_GRP_IRET:
		case CS_GRP_PRIVILEGE:
			return true;
		default:
			break;
		}
	}
	return ci->id == X86_INS_SYSCALL || ci->id == X86_INS_UD2 || ci->id == X86_INS_HLT;
}

static void fill_memory(struct insn *insn, const cs_x86_op *op)
{
	insn->memory = true;
	if (op->mem.base == X86_REG_RIP) {
		insn->base = GPR_NONE;
		insn->disp = (int64_t)(insn->vaddr + insn->size) + op->mem.disp;
		return;
	}
	insn->base = gpr_number(op->mem.base);
	insn->disp = op->mem.disp;
	if (op->mem.index != X86_REG_INVALID || op->mem.segment != X86_REG_INVALID)
		insn->memory = false; /* not a plain field */
}

static void fill_operands(csh cs, const cs_insn *ci, struct insn *insn)
{
	const cs_x86 *x86 = &ci->detail->x86;
	cs_regs read, written;
	uint8_t read_cnt, written_cnt, i;
	int n;

	if (!cs_regs_access(cs, ci, read, &read_cnt, written, &written_cnt)) {
		for (i = 0; i < written_cnt; i++) {
			n = gpr_number(written[i]);
			if (n >= 0)
				insn->written |= 1u << n;
		}
	}
	for (i = 0; i < x86->op_count; i++) {
		const cs_x86_op *op = &x86->operands[i];

		if (op->type != X86_OP_MEM || ci->id == X86_INS_NOP)
			continue;
		fill_memory(insn, op);
		if (ci->id == X86_INS_LEA) {
			insn->address = insn->memory;
			insn->memory = false;
			continue;
		}
		/* Capstone 4.0.2 says of test that it writes its memory operand. */
		if ((op->access & CS_AC_WRITE) && op->mem.base != X86_REG_RSP &&
		    ci->id != X86_INS_TEST && ci->id != X86_INS_CMP)
			insn->stores = true;
	}
	if (ci->id != X86_INS_MOV || x86->op_count != 2 || x86->operands[0].type != X86_OP_REG ||
	    x86->operands[0].size != 8)
		return;
	n = gpr_number(x86->operands[0].reg);
	if (x86->operands[1].type == X86_OP_REG) {
		insn->mov_to = n;
		insn->mov_from = gpr_number(x86->operands[1].reg);
	} else if (insn->memory) {
		insn->load_to[0] = n;
	}
}

static bool x86_64_decode(csh cs, cs_insn *room, const uint8_t *code, size_t size, uint64_t vaddr,
			  struct insn *insn)
{
	const cs_insn *ci = room;

	if (!cs_disasm_iter(cs, &code, &size, &vaddr, room))
		return false;
	insn_clear(insn);
	insn->vaddr = ci->address;
	insn->size = ci->size;
	insn->emulable = is_emulable(ci->bytes, ci->size);
	insn->pushes = insn->emulable && is_push(ci->bytes, ci->size);
	insn->nop = callable_nop(ci->bytes, ci->size);
	insn->landing = ci->id == X86_INS_ENDBR64;
	snprintf(insn->text, sizeof(insn->text), "%.16s%s%.40s", ci->mnemonic,
		 *ci->op_str ? " " : "", ci->op_str);
	insn->flow = relative_flow(ci->bytes, ci->size, ci->address, &insn->target);
	if (insn->flow == FLOW_NEXT && leaves_line(ci)) {
		insn->flow = FLOW_OTHER;
		if (ci->id == X86_INS_CALL) {
			insn->flow = FLOW_CALL_PTR;
			if (ci->detail->x86.operands[0].type == X86_OP_REG)
				insn->via = gpr_number(ci->detail->x86.operands[0].reg);
		}
	}
	fill_operands(cs, ci, insn);
	return true;
}

/* The lengths that a jump or branch can have, by the first byte. */
static const uint8_t branch_lengths[256] = {
	[0x70] = 2, [0x71] = 2, [0x72] = 2, [0x73] = 2, [0x74] = 2, [0x75] = 2, [0x76] = 2,
	[0x77] = 2, [0x78] = 2, [0x79] = 2, [0x7a] = 2, [0x7b] = 2, [0x7c] = 2, [0x7d] = 2,
	[0x7e] = 2, [0x7f] = 2, [0xeb] = 2, [0xe9] = 5, [0x0f] = 6,
};

static const int my_perl[] = {
	GPR_DI, GPR_BX, GPR_BP, GPR_R12, GPR_R13, GPR_R14, GPR_R15, GPR_NONE
};
static const int kept[] = { GPR_BX, GPR_BP, GPR_R12, GPR_R13, GPR_R14, GPR_R15, GPR_NONE };

/* System V ABI; the programs' side is bpf/arch/x86_64.bpf.h. */
const struct arch arch_x86_64 = {
	.name = "x86_64",
	.machine = EM_X86_64,
	.args = { GPR_DI, GPR_SI, GPR_DX, GPR_CX, GPR_R8, GPR_R9 },
	.sp = GPR_SP,
	.calls_memory = true,
	.returns = 1u << GPR_SP,
	.my_perl = my_perl,
	.kept = kept,
	.cv = 1u << GPR_AX | 1u << GPR_CX | 1u << GPR_DX | 1u << GPR_SI,
	.cs_arch = CS_ARCH_X86,
	.cs_mode = CS_MODE_64,
	.decode = x86_64_decode,
	.flow = relative_flow,
	.branch_lengths = branch_lengths,
};
