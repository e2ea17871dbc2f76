/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef NYTPROF_SUB_NAME_H
#define NYTPROF_SUB_NAME_H

struct names;
struct naming;
struct sub;

/* The name that NYTProf would give the sub; NULL: no memory.  file: that it is in, as perl knows it, or NULL. */
char *sub_name(const struct naming *naming, struct names *names, const struct sub *sub,
	       const char *file);

#endif
