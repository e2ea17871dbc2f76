/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Where subs begin and end in Perl text.  What is not understood ends the search; .whole says that there was nothing such.  The
 * text may be anything: the time is linear, and nothing is recursive.
 */
#ifndef NYTPROF_PERL_SUBS_H
#define NYTPROF_PERL_SUBS_H

#include <stddef.h>

struct text_subs;

/* name: the file's; a #line with another one leads out of it.  -ENOMEM; what is found is to be released in any case. */
int text_subs_find(const char *text, size_t len, const char *name, struct text_subs *subs);

#endif
