/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Which places of a perl have one link: those of one program with one kind of attachment. So a perl
 * has two links, and one or two more with slowops.
 */
#ifndef NYTPROF_PLACES_H
#define NYTPROF_PLACES_H

#include <stddef.h>
#include <stdint.h>

#include "perl/perl_image.h"

struct kernel;
struct link_spec;
struct program;
struct programs;

/* In the order in which they are attached: the ways out before the ways in. */
enum place_group {
	PLACES_RETURNS, /* return probes of builtins */
	PLACES_SESSIONS, /* builtins with their returns: programs.sessions */
	PLACES_CALLS, /* all other places but statements */
	PLACES_STATEMENTS,
	PLACE_GROUPS,
};

struct places {
	const struct program *program; /* NULL: there is no place */
	uint64_t offsets[PROBES_MAX]; /* in the file */
	uint64_t cookies[PROBES_MAX]; /* see nytprof/sites.h */
	size_t cnt;
};

/* The places of this image that are probed. -ENOTSUP: the address of one is too high for a cookie. */
int places_collect(struct places *places, const struct programs *programs,
		   const struct perl_image *image, const struct kernel *kernel,
		   enum place_group group);

/* Fills in all but .file, .owner and .pid. The spec points into places. */
void places_specify(const struct places *places, enum place_group group, struct link_spec *spec);

#endif
