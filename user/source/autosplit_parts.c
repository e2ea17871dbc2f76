// SPDX-License-Identifier: GPL-2.0-or-later
/* Names for profile/autosplit.c, of the files of all subs that were found in the memory of a process. */
#include "source/autosplit_parts.h"

#include <errno.h>
#include <stdlib.h>

#include "inspect/memory_subs.h"
#include "profile/autosplit.h"
#include "tracee/tracee.h"
#include "util/cleanup.h"

static size_t names_of(struct memory_subs *from, const char **names)
{
	const char *last = NULL;
	struct found_sub *sub;
	size_t cnt = 0;

	for (; from; from = memory_subs_parent(from)) {
		for (sub = memory_subs_next(from, NULL); sub; sub = memory_subs_next(from, sub)) {
			if (!sub->file || sub->file == last || sub->file[0] != '/')
				continue;
			last = sub->file;
			if (names)
				names[cnt] = last;
			cnt++;
		}
	}
	return cnt;
}

int parts_join(struct tracee *t)
{
	const char **names __cleanup(free_ptr) = NULL;
	int alone = autosplit_join(t->profile, NULL, 0);
	size_t cnt;

	if (alone <= 0)
		return alone;
	cnt = names_of(t->memory_subs, NULL);
	names = calloc(cnt + 1, sizeof(*names));
	if (!names)
		return -ENOMEM;
	names_of(t->memory_subs, names);
	alone = autosplit_join(t->profile, names, cnt);
	return alone < 0 ? alone : 0;
}
