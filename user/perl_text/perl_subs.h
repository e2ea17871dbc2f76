/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Where subs begin and end in Perl text.  The search ends at text that it does not understand.
 * .whole is set if it understood all.  The text may be hostile: the time is linear in its length,
 * and nothing is recursive.
 */
#ifndef NYTPROF_PERL_SUBS_H
#define NYTPROF_PERL_SUBS_H

#include <stddef.h>

struct text_subs;

/*
 * name: of the file.  A #line with another name leads out of it.  -ENOMEM.  The caller releases
 * subs in any case.
 */
int text_subs_find(const char *text, size_t len, const char *name, struct text_subs *subs);

#endif
