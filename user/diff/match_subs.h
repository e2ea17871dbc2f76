/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Which sub is which, when the lines are matched. */
#ifndef NYTPROF_MATCH_SUBS_H
#define NYTPROF_MATCH_SUBS_H

struct match;

int match_subs(struct match *m); /* -ENOMEM */

#endif
