/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The lines of a sub in a program that gives names to code (Sub::Util::set_subname). Several subs
 * can have one name. The code that is called by a name may have been compiled by another name.
 */
#ifndef NYTPROF_SUB_CODE_H
#define NYTPROF_SUB_CODE_H

#include <stdbool.h>

#include "profile/profile.h"

/* Code was called by the name of sub. own: it was compiled by that name, or this is not known. */
void sub_code_called(const struct profile *p, struct profile_sub *sub, const struct sub_place *code,
		     bool own);

/* The places where code was compiled, by any name. */
struct sub_codes;

/* -ENOMEM. */
int sub_codes_add(struct sub_codes **all, const struct sub_place *code);

/*
 * Call this when all subs have the places of their definitions. If other code was called by the
 * name of a sub, the sub gets the place of that code: the program named the code after the
 * definition in a file, and NYTProf shows this place. A definition in a string eval keeps its
 * place, because it may have replaced that code, as Sub::Defer does.
 */
void sub_codes_place(const struct sub_codes *all, struct profile *p);

void sub_codes_free(struct sub_codes *all);

#endif
