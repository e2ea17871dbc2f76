/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Where pp_entersub refuses a call.
 *
 * Up to perl 5.40 it does so by Perl_die alone.  From 5.42 on an undefined sub's message may name a label
 * (perldiag), and a function of its own makes that message and croaks.  XSUBs croak as well, so the
 * place to probe is this function.  It is exported nowhere.  It is known by what it does: pp_entersub calls
 * it, it has branches, no way leads out of it, and it calls Perl_croak (Debian's 5.42.3) or
 * Perl_croak_nocontext (Debian's 5.44.0).  As it passes my_perl on to others, compilers leave that
 * where a first argument is.
 */
#ifndef NYTPROF_REFUSAL_SITE_H
#define NYTPROF_REFUSAL_SITE_H

#include <stdbool.h>

struct code;
struct function;

/* Of pp_entersub, f.  False: there is no such function, or more than one. */
bool refuse_function(const struct code *code, const struct function *f, struct function *refuse);

#endif
