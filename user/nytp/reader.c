// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * NYTProf file to profile: ours and NYTProf's own.  Takes nothing on trust: a damaged file
 * gives an error with the place, never a wrong profile.
 */
#include "nytp.h"

#include <errno.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "nytp/loader.h"
#include "nytp/returns.h"
#include "nytp/estimate_records.h"
#include "nytp/kevent_records.h"
#include "nytp/remark_rows.h"
#include "nytp/sql_records.h"
#include "nytp/wait_records.h"
#include "profile/profile.h"
#include "records/format.h"
#include "util/error.h"

#define LINE_LIMIT (1u << 20) /* no text record is longer */
#define ATTRIBUTE_LIMIT \
	1000u /* NYTProf has a dozen, the agent some dozens; each is looked for among all */
#define TICKS_LIMIT 1000000000000ull /* in a second: a clock of picoseconds */

/* --------------------------------------------------------------------- records */

static void load_ticks(struct loader *l, const char *value)
{
	uint64_t ticks = strtoull(value, NULL, 10);

	if (!ticks || ticks > TICKS_LIMIT) {
		input_fail(&l->s, "an impossible number of ticks per second");
		return;
	}
	l->p->ticks_per_sec = ticks;
	l->tick_ns = 1000000000 % ticks ? 0 : (int64_t)(1000000000 / ticks);
}

static bool adds_up(const char *key)
{
	size_t len = strlen(key);

	return (len > 3 && !strcmp(key + len - 3, "_us")) ||
	       !strncmp(key, PROFILE_TICKS_IN, strlen(PROFILE_TICKS_IN));
}

/*
 * A comment that is an attribute of ours. nytprofmerge keeps those of all the profiles that it merges:
 * times and ticks add up, and else the first one stays.
 */
static void load_remark(struct loader *l, char *line)
{
	char *value = strchr(line, '=');
	const char *there;

	if (!value || strncmp(line, " agent_", 7))
		return;
	*value++ = '\0';
	there = profile_attr(l->p, line + 1);
	if (!adds_up(line + 1)) {
		if (!there)
			profile_set_attr(l->p, line + 1, "%s", value);
		return;
	}
	profile_set_attr(l->p, line + 1, "%llu",
			 (there ? strtoull(there, NULL, 10) : 0) + strtoull(value, NULL, 10));
}

static const struct remark_table *const tables[REMARK_TABLES] = {
	&wait_records_table, &sql_records_table, &kevent_records_table, &estimate_records_table
};

static bool load_row(struct loader *l, const char *line)
{
	int size = 0, i;

	for (i = 0; i < REMARK_TABLES && !size; i++)
		size = remark_rows_take(&l->rows[i], tables[i], line);
	if (size < 0)
		input_no_memory(&l->s);
	else if (size)
		input_charge(&l->s, (uint64_t)size);
	return size != 0;
}

static int add_rows(struct loader *l)
{
	int rc = 0, i;

	for (i = 0; i < REMARK_TABLES && !rc; i++)
		rc = remark_rows_add(l->rows[i], l->p);
	return rc;
}

static void load_text(struct loader *l, int tag)
{
	char line[8192], *value;

	input_line(&l->s, line, sizeof(line), LINE_LIMIT);
	value = strchr(line, '=');
	if (l->s.rc || !value)
		return;
	if (tag == NYTP_COMMENT && load_row(l, line))
		return;
	if (l->p->attr_cnt + l->p->option_cnt >= ATTRIBUTE_LIMIT) {
		input_fail(&l->s, "it has more attributes than any profile has");
		return;
	}
	if (tag == NYTP_COMMENT) {
		load_remark(l, line);
		return;
	}
	*value++ = '\0';
	if (tag == NYTP_OPTION)
		profile_set_option(l->p, line, "%s", value);
	else if (!strcmp(line, "ticks_per_sec"))
		load_ticks(l, value);
	else
		profile_set_attr(l->p, line, "%s", value);
}

static void check_pid(struct loader *l, int tag, double at)
{
	bool starts = tag == NYTP_PID_START;

	if (starts && l->started)
		input_note(&l->s, "a process starts before the end of the one before it");
	if (!starts && !l->started)
		input_note(&l->s, "the end of a process that did not start");
	if (!starts && l->started && at < l->opened)
		input_note(&l->s, "a process ends before its start");
	l->started = starts;
	l->opened = starts ? at : l->opened;
}

/* Several processes may follow each other in a file: the profile spans them. */
static void load_pid(struct loader *l, int tag)
{
	uint32_t pid = input_u32(&l->s), ppid = tag == NYTP_PID_START ? input_u32(&l->s) : 0;
	double at = input_nv(&l->s);

	if (l->s.rc)
		return;
	check_pid(l, tag, at);
	if (tag == NYTP_PID_END) {
		l->p->end = at > l->p->end ? at : l->p->end;
		l->ended = true;
	} else if (!l->p->pid) {
		l->p->pid = pid;
		l->p->ppid = ppid;
		l->p->start = at;
	}
}

static void load_record(struct loader *l, int tag)
{
	switch (tag) {
	case NYTP_ATTRIBUTE:
	case NYTP_OPTION:
	case NYTP_COMMENT:
		load_text(l, tag);
		break;
	case NYTP_START_DEFLATE:
		input_inflate(&l->s);
		break;
	case NYTP_PID_START:
	case NYTP_PID_END:
		load_pid(l, tag);
		break;
	case NYTP_NEW_FID:
		load_new_fid(l);
		break;
	case NYTP_TIME_LINE:
	case NYTP_TIME_BLOCK:
		load_stmt(l, tag);
		break;
	case NYTP_DISCOUNT:
		load_discount(l);
		break;
	case NYTP_SRC_LINE:
		load_src_line(l);
		break;
	case NYTP_SUB_INFO:
		load_sub_info(l);
		break;
	case NYTP_SUB_CALLERS:
		load_sub_callers(l);
		break;
	case NYTP_SUB_ENTRY:
		load_sub_entry(l);
		break;
	case NYTP_SUB_RETURN:
		load_sub_return(l);
		break;
	default:
		input_fail(&l->s, "an unknown kind of record");
		break;
	}
}

static void load_magic(struct loader *l)
{
	char line[64];
	int major, minor;

	input_line(&l->s, line, sizeof(line), sizeof(line));
	if (l->s.rc || sscanf(line, "NYTProf %d %d", &major, &minor) != 2)
		l->s.rc = error_set(l->s.err, EBADMSG, "%s is not a NYTProf profile", l->s.name);
	else if (major != NYTP_MAJOR)
		l->s.rc = error_set(l->s.err, EBADMSG,
				    "%s has NYTProf's format %d.%d; this version reads %d.%d",
				    l->s.name, major, minor, NYTP_MAJOR, NYTP_MINOR);
}

static void load_records(struct loader *l)
{
	int tag;

	while (!l->s.rc && (tag = input_tag(&l->s)) >= 0) {
		l->seen.records++;
		load_record(l, tag);
		load_buffered_stmts(l);
	}
}

static void check_end(struct loader *l)
{
	l->s.tag = 0;
	if (!l->ended)
		input_fail(&l->s,
			   "its end is missing; perhaps the profiled process was still running");
	else if (l->started)
		input_note(&l->s, "the end of a process is missing");
	if (l->depth > 1)
		input_note(&l->s, "the last sub that returns has callers that never do");
}

/* What was read before a fault is whole: a record counts when all of it was there. */
static void load_all(struct loader *l, const struct nytp_reading *how)
{
	load_magic(l);
	if (l->s.rc)
		return;
	load_records(l);
	if (!l->s.rc)
		check_end(l);
	if (l->s.rc && (l->s.rc != -EBADMSG || !how->rescue))
		return;
	l->s.rc = 0;
	if (add_rows(l) || (l->returns && returns_finish(l->returns, l->p)))
		input_no_memory(&l->s);
}

static struct loader *loader_new(FILE *in, const char *name, const struct nytp_reading *how,
				 struct error *err)
{
	struct loader *l = calloc(1, sizeof(*l));

	if (!l)
		return NULL;
	l->p = profile_new();
	l->returns = how->tree ? returns_new() : NULL;
	if (!l->p || (how->tree && !l->returns)) {
		profile_free(l->p);
		returns_free(l->returns);
		free(l);
		return NULL;
	}
	l->p->ticks_per_sec = 0;
	l->s.in = in;
	l->s.name = name;
	l->s.err = err;
	l->s.found = how->found;
	l->s.found_arg = how->arg;
	return l;
}

static void loader_free(struct loader *l)
{
	int i;

	input_end(&l->s);
	loader_free_fids(l);
	returns_free(l->returns);
	for (i = 0; i < REMARK_TABLES; i++)
		remark_rows_free(l->rows[i]);
	free(l);
}

struct profile *nytp_read_as(FILE *in, const char *name, struct nytp_reading *how,
			     struct error *err)
{
	struct loader *l = loader_new(in, name, how, err);
	struct profile *p;
	int rc;

	if (!l) {
		error_set(err, ENOMEM, "out of memory");
		errno = ENOMEM;
		return NULL;
	}
	load_all(l, how);
	p = l->p;
	rc = l->s.rc;
	l->seen.ended = l->ended;
	l->seen.bytes = l->s.offset;
	how->seen = l->seen;
	loader_free(l);
	if (!rc)
		return p;
	profile_free(p);
	errno = -rc;
	return NULL;
}

struct profile *nytp_read(FILE *in, const char *name, struct error *err)
{
	struct nytp_reading how = {};

	return nytp_read_as(in, name, &how, err);
}

struct profile *nytp_read_with_tree(FILE *in, const char *name, struct error *err)
{
	struct nytp_reading how = { .tree = true };

	return nytp_read_as(in, name, &how, err);
}
