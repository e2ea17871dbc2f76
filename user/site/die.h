/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Finds Perl_die_unwind. Everything that dies ends there: pp_die, and XSUBs and builtins that croak
 * (util.c, Perl_croak_sv and Perl_vcroak; pp_ctl.c; 5.14 to 5.42).
 *
 * Perl 5.38 and later do not export it. It is then found by two facts. Perl_croak_sv never returns,
 * so it ends with a call of it. And it searches the contexts for the eval, so it reads
 * PL_curstackinfo.
 */
#ifndef NYTPROF_DIE_H
#define NYTPROF_DIE_H

#include <stdbool.h>
#include <stdint.h>

struct code;
struct function;

/* curstackinfo: the offset or address of that variable. False: the function was not found. */
bool die_function(const struct code *code, uint64_t curstackinfo, struct function *die);

#endif
