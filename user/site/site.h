/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Chooses the instructions to probe.
 *
 * The instruction under a probe decides the price: one that the kernel emulates costs a
 * trap, any other a trap and a single step.  So the straight line from a function's entry
 * is decoded to the first instruction that is cheap and at which the register that holds
 * my_perl is known.
 */
#ifndef NYTPROF_SITE_H
#define NYTPROF_SITE_H

#include <stdbool.h>

struct perl_image;
struct error;

/*
 * Fills in the image's probes, after checking that its code agrees with the layout.
 * -ENOTSUP with err set.
 */
int sites_choose(struct perl_image *image, struct error *err);

/*
 * Which nops at functions' entries are to be probed: 5, 10 or 0 (none), as the kernel makes calls of them.
 * Said before the first perl is looked at.
 */
void sites_take_nops(unsigned size);
unsigned sites_nops(void);

/*
 * No call instruction is to be probed: the kernel emulates it without the shadow stack of who calls, who is killed when
 * the function returns (arch/x86/kernel/uprobes.c, push_ret_address, 6.6 to 7.1).  Said likewise.
 */
void sites_avoid_calls(bool avoid);
bool sites_avoids_calls(void);

#endif
