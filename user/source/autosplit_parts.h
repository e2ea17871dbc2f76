/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Joins the files that AutoSplit has cut off a module with the module (profile/autosplit.h). */
#ifndef NYTPROF_AUTOSPLIT_PARTS_H
#define NYTPROF_AUTOSPLIT_PARTS_H

struct tracee;

/*
 * If a module ran before the attach, only its subs may be known.  They name it, too.  -ENOMEM.
 */
int parts_join(struct tracee *t);

#endif
