/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The BPF features of the kernel, found by trying them. Versions are for people only. */
#ifndef NYTPROF_FEATURES_H
#define NYTPROF_FEATURES_H

#include <stdbool.h>
#include <stddef.h>

struct error;

struct feature {
	const char *name;
	const char *since; /* the first Linux that has it */
	const char *use; /* what the agent does with it */
};

/* The features that a recording needs; NULL past the last. */
const struct feature *feature_needed(size_t i);
bool feature_works(size_t i);

/* -ENOTSUP with err set, which names the missing features and the Linux that has them all. */
int features_check(struct error *err);

/*
 * Can loading have failed with rc because the kernel is too old? Not if rights, memory or open
 * files were missing.
 */
bool features_may_lack(int rc);

#endif
