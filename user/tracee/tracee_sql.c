// SPDX-License-Identifier: GPL-2.0-or-later
/* SQL statements, from the messages of the BPF side to the profile. */
#include <errno.h>
#include <string.h>
#include <sys/param.h>

#include "nytprof/sql.h"
#include "profile/profile.h"
#include "profile/sql.h"
#include "sql_text/sql_text.h"
#include "tracee/tracee.h"
#include "tracee/tracee_file.h"

/* DBI and its drivers, and string evals in them: what they execute is asked for by who called them. */
static bool is_driver(const char *name)
{
	return strstr(name, "/DBD/") || strstr(name, "/DBI/") || strstr(name, "/DBI.pm");
}

/* The innermost statement outside of them; else the outermost one. -ENOMEM. */
static int find_place(struct tracee *t, struct names *names, const struct sql_event *ev,
		      struct sql_place_in *at)
{
	const uint32_t cnt = MIN(ev->place_cnt, (uint32_t)SQL_PLACES);
	const struct tracee_file *file;
	const struct profile_sub *sub;
	const struct sql_place *place;
	uint32_t i;

	for (i = 0; i < cnt; i++) {
		place = &ev->places[i];
		if (!place->file)
			continue;
		file = tracee_file_of(t, names, ev->interp, place->file);
		sub = file ? tracee_sub_of(t, names, ev->interp, place->sub) : NULL;
		if (!sub)
			return -ENOMEM;
		if (place->line > LINE_MAX_NR)
			continue;
		*at = (struct sql_place_in){ file->file->fid, place->line ?: 1, sub->id };
		if (!is_driver(file->file->name))
			break;
	}
	return 0;
}

int tracee_add_sql(struct tracee *t, struct names *names, const struct sql_event *ev, uint32_t len)
{
	struct sql_sum sum = {};
	struct sql_place_in at = {};
	char text[SQL_SHOWN_MAX] = SQL_UNKNOWN;
	int rc = find_place(t, names, ev, &at);

	if (ev->what == SQL_PREPARED) {
		sum.prepare_cnt = 1;
		sum.prepare_ns = ev->ns;
	} else {
		sum.cnt = ev->what == SQL_EXECUTED;
		sum.ns = ev->ns;
	}
	if (len)
		sql_text_strip(ev->library < SQL_LIBRARIES ? ev->library : SQL_MYSQL, ev->text, len,
			       ev->cut, text);
	rc = rc ?: profile_add_sql(t->profile, &at, text, &sum);
	t->lost[LOSS_SQL_TEXTS] = t->profile->sqls.refused;
	return rc;
}
