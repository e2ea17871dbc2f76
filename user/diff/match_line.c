// SPDX-License-Identifier: GPL-2.0-or-later
#include "diff/match.h"
#include "profile/profile.h"

struct match_place match_line(const struct match *m, uint32_t fid, uint32_t line)
{
	const struct match_lines *lines = &m->lines[fid];
	const struct profile_file *new = profile_find_fid(m->new, m->fids[fid]);

	if (line && line <= lines->cnt && (!new || new->source))
		return lines->places[line - 1];
	/* Without a text, a line is what its number says. */
	return (struct match_place){ .fid = m->fids[fid], .line = line };
}
