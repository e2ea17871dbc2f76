/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Finds where pp_entersub refuses a call.
 *
 * Up to perl 5.40 it does so by Perl_die alone. From 5.42 on, the message about an undefined sub
 * may name a label (perldiag), and a separate function makes that message and croaks. The place to
 * probe is this function, since XSUBs croak as well. No perl exports it, so it is found by four
 * facts: pp_entersub calls it, it has branches, it never returns, and it calls Perl_croak (Debian's
 * 5.42.3) or Perl_croak_nocontext (Debian's 5.44.0). It passes my_perl on, so compilers leave
 * my_perl in the register of the first argument.
 */
#ifndef NYTPROF_REFUSAL_SITE_H
#define NYTPROF_REFUSAL_SITE_H

#include <stdbool.h>

struct code;
struct function;

/* f: pp_entersub. False: there is no such function, or more than one. */
bool refuse_function(const struct code *code, const struct function *f, struct function *refuse);

#endif
