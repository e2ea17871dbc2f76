/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Parts of modules that AutoSplit has cut up (profile/autosplit.h), with what is known of a process. */
#ifndef NYTPROF_AUTOSPLIT_PARTS_H
#define NYTPROF_AUTOSPLIT_PARTS_H

struct tracee;

/* A module that had run before the process was attached to may be known by its subs alone.  -ENOMEM. */
int parts_join(struct tracee *t);

#endif
