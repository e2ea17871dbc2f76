/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Profiles of several files as one. */
#ifndef NYTPROF_ADD_PROFILES_H
#define NYTPROF_ADD_PROFILES_H

#include <stdbool.h>

struct error;
struct merge;
struct profile;

/* With its call tree. NULL with err set. */
struct profile *read_profile(const char *name, struct error *err);

/*
 * Adds files to m. They must have one mode, and samples one rate. may_lack: those that can't be read
 * are left out, which is said. -errno with err set.
 */
int add_profiles(struct merge *m, char **names, int cnt, bool may_lack, struct error *err);

/* The same as a profile of its own. NULL with err set. */
struct profile *sum_profiles(char **names, int cnt, bool may_lack, struct error *err);

#endif
