/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The profiles of a directory, as a table. */
#ifndef NYTPROF_PROFILES_LIST_H
#define NYTPROF_PROFILES_LIST_H

#include "profiles/choose.h"

struct error;
struct terminal;

struct list_options {
	const char *dir;
	struct choice by;
	unsigned limit; /* profiles, the newest ones; 0: all */
};

struct list_left {
	unsigned unread; /* files that could not be read, */
	unsigned closed; /* and those that this user may not read */
};

/* Lists those that are chosen, the newest first. -errno with err set. */
int list_profiles(const struct list_options *o, struct terminal *t, struct list_left *left,
		  struct error *err);

#endif
