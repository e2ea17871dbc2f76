/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * A directory on the command line stands for the profiles in it that --since, --until, --unit and the
 * like choose.
 */
#ifndef NYTPROF_DIRECTORY_H
#define NYTPROF_DIRECTORY_H

#include <stdbool.h>
#include <stdint.h>

#include "profiles/choose.h"

struct error;
struct options;

/* What the options say, but for --match, for profiles of that time; 0: of any. */
struct choice directory_choice(const struct options *o, int64_t since, int64_t until);

/* Says how many files are not in what is shown. */
void say_unread(unsigned unread, unsigned closed);

struct directory_files {
	char **names; /* their paths, the oldest first */
	int cnt;
};

/*
 * Finds them, and says what they are. -errno with err set: there are none, or dir can't be read. In any
 * case release them.
 */
int directory_find(struct directory_files *f, const char *dir, const struct choice *by,
		   struct error *err);
void directory_files_release(struct directory_files *f);

/*
 * Runs a command that reads profiles. If its one word is a directory, or no word is there and options
 * choose profiles, it gets those in place of it, as a sum. Returns its exit status.
 */
int directory_run(const struct options *o, int (*run)(const struct options *o));

#endif
