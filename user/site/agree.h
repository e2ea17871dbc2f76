/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Checks that the code of a perl agrees with the layout that was chosen for it. */
#ifndef NYTPROF_AGREE_H
#define NYTPROF_AGREE_H

struct code;
struct error;
struct perl_image;

/*
 * pp_nextstate sets PL_curcop from PL_op, and PL_stack_sp through PL_curstackinfo. So its code has
 * the offsets of these variables, or their addresses in an unthreaded perl. If the layout is
 * derived, more functions are checked. -ENOTSUP with err set.
 */
int agree_check(const struct perl_image *image, const struct code *code, struct error *err);

#endif
