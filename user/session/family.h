/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The processes of --pid: those that are named, and, but for --no-children, the perls among the processes below them
 * that run already.  Those that they fork later are followed by the BPF side and by children.c.
 */
#ifndef NYTPROF_FAMILY_H
#define NYTPROF_FAMILY_H

#include <stdbool.h>
#include <stddef.h>

struct error;
struct options;
struct recorder;

/* Of whom there was something to attach to. */
struct family {
	size_t named;
	size_t children;
};

/* Will more than one process be recorded from the start? */
bool family_is_large(const struct options *o);

/*
 * Attaches to all, and follows them.  A process that ends meanwhile is no failure of the others.  -errno if none of those
 * that are named could be attached to; -ENOEXEC: it is no perl, and err names its children that are.
 */
int family_attach(struct recorder *r, const struct options *o, struct family *f, struct error *err);

#endif
