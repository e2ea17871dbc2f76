// SPDX-License-Identifier: GPL-2.0-or-later
#include "probes/choice.h"

#include "attach/calibrate.h"
#include "log/log.h"
#include "site/site.h"
#include "target/shadow_stack.h"

/* Nops, which a perl may have been built with (docs/perl-builds.md). */
static void take_nops(const struct kernel *kernel, bool unsafe)
{
	bool take = kernel->nop && (!kernel->nop_kills || unsafe);

	sites_take_nops(take ? kernel->nop : 0);
	if (kernel->nop)
		log_verbose("a probe on a nop of %u bytes costs %u ns%s", kernel->nop,
			    kernel->trap_ns[kernel->nop == 5 ? PRICE_NOP5 : PRICE_NOP10],
			    !kernel->nop_kills ? "" :
			    take	       ? "; this kernel kills what a program with such "
						 "probes forks" :
						 ", but is not used: this kernel kills what "
						 "a program with such probes forks");
}

/* Another instruction than the call costs a step where it is not emulated, some twenty times as much. */
static void spare_shadow_stacks(void)
{
	pid_t pid = shadow_stack_can_break() ? shadow_stack_owner() : 0;

	sites_avoid_calls(pid);
	if (pid)
		log_verbose("process %d has a shadow stack, or a program that it executes may "
			    "get one: call instructions are not probed, because this kernel "
			    "corrupts shadow stacks there",
			    pid);
}

void choice_of_stubs(const struct kernel *kernel, bool wanted)
{
	unsigned nop = sites_nops();
	uint32_t nop_ns = kernel->trap_ns[nop == 5 ? PRICE_NOP5 : PRICE_NOP10];
	bool cheaper = nop_ns < kernel->trap_ns[PRICE_TRAP];

	if (wanted && nop && !cheaper)
		log_verbose("no stubs: a probe on a nop costs no less than a trap here");
	/* With a shadow stack the kernel makes no calls of nops. */
	sites_plan_stubs(wanted && nop && cheaper && !shadow_stacks_are_wanted());
}

void choice_for_kernel(const struct kernel *kernel, bool unsafe_nops)
{
	take_nops(kernel, unsafe_nops);
	spare_shadow_stacks();
}
