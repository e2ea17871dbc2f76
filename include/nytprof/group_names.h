/* SPDX-License-Identifier: GPL-2.0-or-later OR BSD-2-Clause */
/* The subs whose calls are told apart by the value of an argument, by the hashes of their names. */
#ifndef NYTPROF_SHARED_GROUP_NAMES_H
#define NYTPROF_SHARED_GROUP_NAMES_H

#include <linux/types.h>

#define GROUP_NAMES	8
#define GROUP_VALUE_MAX 64 /* bytes of a value; what is longer is cut */
#define GROUP_VALUES	200 /* new ones of an interpreter; the others are one */

struct group_name {
	__u64 pkg[2]; /* as of a struct string_head with these bytes, and without flags */
	__u64 name[2];
};

#endif
