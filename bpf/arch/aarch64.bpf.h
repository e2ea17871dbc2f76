/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * arm64, Procedure Call Standard for the Arm 64-bit Architecture.  Run on emulated machines only,
 * so far.
 */
#ifndef NYTPROF_ARCH_AARCH64_BPF_H
#define NYTPROF_ARCH_AARCH64_BPF_H

#include "nytprof/sites.h"
#include "kernel/kernel.bpf.h"

static __always_inline u64 arch_ip(struct pt_regs *ctx)
{
	return ctx->pc;
}

static __always_inline u64 arch_sp(struct pt_regs *ctx)
{
	return ctx->sp;
}

/*
 * At a function's return: the stack pointer that it was called with.  A call leaves the stack
 * alone.
 */
static __always_inline u64 arch_entry_sp(struct pt_regs *ctx)
{
	return ctx->sp;
}

/* A function's n-th argument, from 0; n is a constant. */
static __always_inline u64 arch_arg(struct pt_regs *ctx, int n)
{
	return ctx->regs[n];
}

/* What a function returns. */
static __always_inline u64 arch_returned(struct pt_regs *ctx)
{
	return ctx->regs[0];
}

/*
 * x0 to x30.  A program can't index its context, but have a helper read it, as libbpf's usdt.bpf.h
 * does; the registers are at its beginning (struct user_pt_regs,
 * arch/arm64/include/uapi/asm/ptrace.h).
 */
static __always_inline u64 arch_register(struct pt_regs *ctx, u32 reg)
{
	u64 value = 0;

	bpf_probe_read_kernel(&value, sizeof(value), (void *)ctx + 8 * (reg & 31));
	return value;
}

/* The register that has my_perl; where it is none, the bias of what is at vaddr in the file. */
static __always_inline u64 arch_base(struct pt_regs *ctx, u32 reg, u64 vaddr)
{
	u64 pc = ctx->pc, x0 = ctx->regs[0];

	/* The commonest; read in any case, for the reason that is in bpf/arch/x86_64.bpf.h. */
	barrier_var(pc);
	barrier_var(x0);
	if (!reg)
		return x0;
	return reg == SITE_REG_NONE ? pc - vaddr : arch_register(ctx, reg);
}

/* The register that has a CV; 0 if it is none. */
static __always_inline u64 arch_cv(struct pt_regs *ctx, u32 reg)
{
	return reg == SITE_REG_NONE ? 0 : arch_register(ctx, reg);
}

/* An XSUB that will be called. */
static __always_inline u64 arch_kept_cv(struct pt_regs *ctx, u32 reg)
{
	return arch_cv(ctx, reg);
}

struct pt_regs___call {
	s32 syscallno;
	u64 orig_x0;
} __attribute__((preserve_access_index));

/* The number of the system call that a task is in; below 0: none (NO_SYSCALL). */
static __always_inline s64 arch_call(struct pt_regs *regs)
{
	return ((struct pt_regs___call *)regs)->syscallno;
}

/* One of its first three arguments; n is a constant. */
static __always_inline u64 arch_call_arg(struct pt_regs *regs, int n)
{
	return n ? regs->regs[n] : ((struct pt_regs___call *)regs)->orig_x0;
}

/* Where a thread's own memory is; 0: unknown. */
static __always_inline u64 arch_thread_pointer(struct task_struct *task)
{
	return 0; /* where the C library has the values of keys is not known yet */
}

/* Of what a tick has interrupted (struct user_pt_regs): the mode in .pstate, and .pc. */
#define ARCH_TICK_IN_USER(regs) (!((regs)[33] & 15))
#define ARCH_TICK_IP(regs)	((regs)[32])

#endif
