// SPDX-License-Identifier: GPL-2.0-or-later
#include "figures/oom_kills.h"

#include <string.h>

#include "profile/kevents.h"
#include "profile/profile.h"

struct oom_kills oom_kills_of(const struct profile *p)
{
	const struct profile_kevent *row, *most = NULL;
	const struct profile_file *file;
	struct oom_kills kills = { 0 };

	for (row = p->kevents.rows; row; row = row->hh.next) {
		if (strcmp(profile_kevent_event(p, row), "oom-kills") != 0)
			continue;
		kills.cnt += row->sum.cnt;
		if (!most || row->sum.cnt > most->sum.cnt)
			most = row;
	}
	if (!most)
		return kills;
	file = profile_find_fid(p, most->id.fid);
	kills.file = file ? file->name : NULL;
	kills.line = most->id.line;
	kills.sub = profile_kevent_sub(p, most);
	return kills;
}
