/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Does a perl's code agree with the layout that was chosen for it? */
#ifndef NYTPROF_AGREE_H
#define NYTPROF_AGREE_H

struct code;
struct error;
struct perl_image;

/*
 * pp_nextstate sets PL_curcop from PL_op, and PL_stack_sp through PL_curstackinfo; so the
 * displacements in its code, or the addresses in an unthreaded perl's, show where those are.  Of
 * a perl whose layout is derived, more functions are looked at.  -ENOTSUP with err set.
 */
int agree_check(const struct perl_image *image, const struct code *code, struct error *err);

#endif
