/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The processes of --pid: those that the user named and, without --no-children, the perls that
 * already run below them. The BPF side and children.c follow what they fork later.
 */
#ifndef NYTPROF_FAMILY_H
#define NYTPROF_FAMILY_H

#include <stdbool.h>
#include <stddef.h>

struct error;
struct options;
struct recorder;

/* How many processes the agent attached to. */
struct family {
	size_t named;
	size_t children;
};

/* How many processes there are now: those that the user named, and what runs below them. */
size_t family_size(const struct options *o);

/*
 * Attaches to all of them and follows them. A process that ends meanwhile does not make this fail.
 * -errno if no named process could be attached to. -ENOEXEC: it is not a perl, and err names its
 * children that are.
 */
int family_attach(struct recorder *r, const struct options *o, struct family *f, struct error *err);

#endif
