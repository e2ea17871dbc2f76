/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Renames subs of a profile. Subs that get the same name become one sub. */
#ifndef NYTPROF_RENAME_SUBS_H
#define NYTPROF_RENAME_SUBS_H

struct profile;

/*
 * names: the new names, by sub id; NULL: unchanged. Calls and the call tree follow. Of two subs
 * with one name, the later one's place is kept, unless only the earlier one has a place. -ENOMEM:
 * the profile is unchanged.
 */
int profile_rename_subs(struct profile *p, char *const *names);

#endif
