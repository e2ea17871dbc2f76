/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Perl_die_unwind, which everything comes to that dies: pp_die, and XSUBs and builtins that croak (util.c, Perl_croak_sv
 * and Perl_vcroak; pp_ctl.c; 5.14 to 5.42).
 *
 * Since 5.38 it is not exported.  Then it is known by what calls it: Perl_croak_sv ends with a call of it, as it never
 * returns.  And it looks for the eval in the contexts, so it reads PL_curstackinfo.
 */
#ifndef NYTPROF_DIE_H
#define NYTPROF_DIE_H

#include <stdbool.h>
#include <stdint.h>

struct code;
struct function;

/* curstackinfo: the place of that variable.  False: the function was not found. */
bool die_function(const struct code *code, uint64_t curstackinfo, struct function *die);

#endif
