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

struct add_way {
	bool may_lack; /* files that can't be read are left out, which is said */
	int (*look)(const struct profile *p,
		    void *arg); /* gets each profile; -ENOMEM. NULL: nobody */
	void *arg;
};

/* Adds files to m. They must have one mode, and samples one rate. -errno with err set. */
int add_profiles(struct merge *m, char **names, int cnt, const struct add_way *way,
		 struct error *err);

/* The same as a profile of its own. NULL with err set. */
struct profile *sum_profiles(char **names, int cnt, const struct add_way *way, struct error *err);

#endif
