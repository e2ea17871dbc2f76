/* SPDX-License-Identifier: GPL-2.0-or-later */
/* New names for subs of a profile: those that get one name become one sub. */
#ifndef NYTPROF_RENAME_SUBS_H
#define NYTPROF_RENAME_SUBS_H

struct profile;

/*
 * names: by sub id; NULL: as it was.  Calls and the call tree follow.  Of two by one name the later one's place stands, unless only
 * the other has one.  -ENOMEM: the profile is as it was.
 */
int profile_rename_subs(struct profile *p, char *const *names);

#endif
