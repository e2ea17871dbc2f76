/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What the kernel has of BPF, found out by asking for it; versions are for people. */
#ifndef NYTPROF_FEATURES_H
#define NYTPROF_FEATURES_H

#include <stdbool.h>
#include <stddef.h>

struct error;

struct feature {
	const char *name;
	const char *since; /* the Linux that brought it */
	const char *use; /* what is done with it here */
};

/* The features without which nothing is recorded; NULL past the last. */
const struct feature *feature_needed(size_t i);
bool feature_works(size_t i);

/* -ENOTSUP with err set, which says what is missing and which Linux has it all. */
int features_check(struct error *err);

/* Can it be for the kernel's age that loading has failed with rc?  Not where it lacked rights, memory or open files. */
bool features_may_lack(int rc);

#endif
