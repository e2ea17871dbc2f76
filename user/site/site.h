/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Chooses the instructions to probe.
 *
 * The probed instruction decides the price. An instruction that the kernel emulates costs a trap;
 * any other costs a trap and a single step. So a function is decoded in a straight line from its
 * entry, up to the first cheap instruction at which a register is known to hold my_perl.
 */
#ifndef NYTPROF_SITE_H
#define NYTPROF_SITE_H

#include <stdbool.h>

struct perl_image;
struct error;

/*
 * Checks that the code of the image agrees with its layout, and fills in its probes. -ENOTSUP with
 * err set.
 */
int sites_choose(struct perl_image *image, struct error *err);

/*
 * Which nops at the entries of functions are probed: those of 5 bytes, of 10 bytes, or 0 for none.
 * The kernel replaces such a nop by a call instead of a trap. Call this before the first perl is
 * examined.
 */
void sites_take_nops(unsigned size);
unsigned sites_nops(void);

/*
 * Plan stubs, too: see stubs.h. They are for the kernel's nops, so none are planned if no nops are
 * taken. Call this before the first perl is examined.
 */
void sites_plan_stubs(bool plan);
bool sites_plans_stubs(void);

/*
 * Never probe a call instruction. The kernel emulates it without the program's shadow stack, and
 * the processor kills the program when the function returns (arch/x86/kernel/uprobes.c,
 * push_ret_address, 6.6 to 7.1). Call this before the first perl is examined.
 */
void sites_avoid_calls(bool avoid);
bool sites_avoids_calls(void);

#endif
