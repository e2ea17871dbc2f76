/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Which lines a sub has, where a program gives names to code (Sub::Util::set_subname): several subs can have one name, and
 * what is called by a name need not be what was compiled by it.
 */
#ifndef NYTPROF_SUB_CODE_H
#define NYTPROF_SUB_CODE_H

#include <stdbool.h>

#include "profile/profile.h"

/* Code was called by the name of sub; own: it was compiled by that name, or nothing tells. */
void sub_code_called(const struct profile *p, struct profile_sub *sub, const struct sub_place *code,
		     bool own);

/* The places where code was compiled, by whatever name. */
struct sub_codes;

/* -ENOMEM. */
int sub_codes_add(struct sub_codes **all, const struct sub_place *code);

/*
 * When all subs have the places of their definitions: one by whose name other code was called gets the place of that.
 * It was given the name after a definition in a file, as NYTProf has it.  A definition in a string eval stays: it may be what has
 * replaced that code, as Sub::Defer does it.
 */
void sub_codes_place(const struct sub_codes *all, struct profile *p);

void sub_codes_free(struct sub_codes *all);

#endif
