/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Where pp_entersub refuses a call.
 *
 * Up to perl 5.40 it does so by Perl_die alone.  In 5.42, where an undefined sub's message may name a label
 * (perldiag), that message is made in a function of its own, which ends in Perl_croak.  By that XSUBs die
 * as well, so it is not the place to probe; the function is.  It is exported nowhere, and known by what
 * it does: pp_entersub calls it, no way leads out of it, and it calls Perl_croak (Debian's 5.42.3).  As it
 * passes my_perl on to others, compilers leave that where a first argument is.
 */
#ifndef NYTPROF_REFUSE_H
#define NYTPROF_REFUSE_H

#include <stdbool.h>

struct code;
struct function;

/* Of pp_entersub, f.  False: there is no such function, or more than one. */
bool refuse_function(const struct code *code, const struct function *f, struct function *refuse);

#endif
