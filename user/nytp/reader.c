// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * NYTProf file to profile: ours and NYTProf's own.  Takes nothing on trust: a damaged file
 * gives an error with the place, never a wrong profile.
 */
#include "nytp.h"

#include <errno.h>
#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "nytp/format.h"
#include "nytp/input.h"
#include "nytp/returns.h"
#include "nytp/wait_records.h"
#include "profile/profile.h"
#include "util/cleanup.h"
#include "util/error.h"

#define LINE_LIMIT (1u << 20) /* no text record is longer */
#define ATTRIBUTE_LIMIT \
	1000u /* NYTProf has a dozen, the agent some dozens; each is looked for among all */
#define TICKS_LIMIT 1000000000000ull /* in a second: a clock of picoseconds */

/*
 * What a profile takes in memory is in proportion to its file: zlib makes up to a thousand bytes of one, and a record
 * of a few bytes may need a page of lines.  Where source alone is too much, the rest is still a profile.
 */
#define MEMORY_BASE   (64u << 20)
#define MEMORY_FACTOR 64u

/* A file's number in the profile that is read; they come in any order. */
struct loaded_file {
	uint32_t fid;
	struct profile_file *file;
	UT_hash_handle hh;
};

struct loader {
	struct input s;
	struct profile *p;
	bool discount; /* the next statement has no count of its own */
	bool ended; /* a PID_END was seen */
	struct loaded_file *by_fid; /* hash */
	struct returns *returns; /* NULL: the call tree is not wanted */
	struct wait_records *waits;
	uint64_t memory; /* that the profile takes, about */
};

static bool has_room(const struct loader *l, uint64_t bytes)
{
	return l->memory + bytes <= MEMORY_BASE + MEMORY_FACTOR * l->s.file_bytes;
}

static void charge(struct loader *l, uint64_t bytes)
{
	if (!has_room(l, bytes))
		input_fail(&l->s, "its records need more memory than a file of this size may use");
	l->memory += bytes;
}

/* The model's own; NULL with the error noted. */
static struct profile_sub *sub_of(struct loader *l, const char *name)
{
	size_t cnt = l->p->sub_cnt;
	struct profile_sub *sub = profile_sub(l->p, name);

	if (!sub)
		input_no_memory(&l->s);
	if (l->p->sub_cnt > cnt)
		charge(l, sizeof(*sub) + strlen(name) + 3 * sizeof(void *));
	return sub;
}

static int64_t seconds_to_ns(double seconds)
{
	double ns = seconds * 1e9;

	if (fabs(ns) >= (double)INT64_MAX)
		return ns > 0 ? INT64_MAX : -INT64_MAX;
	return llround(ns);
}

/* --------------------------------------------------------------------- records */

static void load_ticks(struct loader *l, const char *value)
{
	l->p->ticks_per_sec = strtoull(value, NULL, 10);
	if (!l->p->ticks_per_sec || l->p->ticks_per_sec > TICKS_LIMIT)
		input_fail(&l->s, "an impossible number of ticks per second");
}

/* A comment that is an attribute of ours; nytprofmerge keeps those of all the profiles that it merges. */
static void load_remark(struct loader *l, char *line)
{
	char *value = strchr(line, '=');
	const char *there;

	if (!value || strncmp(line, " agent_", 7))
		return;
	*value++ = '\0';
	there = profile_attr(l->p, line + 1);
	profile_set_attr(l->p, line + 1, "%llu",
			 (there ? strtoull(there, NULL, 10) : 0) + strtoull(value, NULL, 10));
}

static bool load_wait(struct loader *l, char *line)
{
	int size = wait_records_take(&l->waits, line);

	if (size < 0)
		input_no_memory(&l->s);
	else if (size)
		charge(l, (uint64_t)size);
	return size != 0;
}

static void load_text(struct loader *l, int tag)
{
	char line[8192], *value;

	input_line(&l->s, line, sizeof(line), LINE_LIMIT);
	value = strchr(line, '=');
	if (l->s.rc || !value)
		return;
	if (tag == NYTP_COMMENT && load_wait(l, line))
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

static struct loaded_file *find_fid(struct loader *l, uint32_t fid)
{
	struct loaded_file *known;

	HASH_FIND(hh, l->by_fid, &fid, sizeof(fid), known);
	return known;
}

static void note_fid(struct loader *l, uint32_t fid, struct profile_file *file)
{
	struct loaded_file *known = find_fid(l, fid);

	if (!known) {
		known = calloc(1, sizeof(*known));
		if (!known) {
			input_no_memory(&l->s);
			return;
		}
		known->fid = fid;
		HASH_ADD(hh, l->by_fid, fid, sizeof(known->fid), known);
	}
	known->file = file;
}

static void load_new_fid(struct loader *l)
{
	uint32_t fid = input_u32(&l->s), eval_fid = input_u32(&l->s), eval_line = input_u32(&l->s);
	uint32_t flags = input_u32(&l->s);
	const struct loaded_file *outer;
	char *name __cleanup(free_ptr) = NULL;
	struct profile_file *file;

	input_u32(&l->s); /* size, mtime */
	input_u32(&l->s);
	name = input_string(&l->s, NULL);
	if (!name)
		return;
	if (!fid) {
		input_fail(&l->s, "an impossible file number");
		return;
	}
	charge(l, sizeof(*file) + sizeof(*outer) + strlen(name));
	file = profile_file(l->p, name, 0, eval_line, flags);
	if (!file) {
		input_no_memory(&l->s);
		return;
	}
	note_fid(l, fid, file);
	outer = find_fid(l, eval_fid);
	if (outer)
		file->eval_fid = outer->file->fid;
}

static struct profile_file *file_of(struct loader *l, uint32_t fid)
{
	const struct loaded_file *known = find_fid(l, fid);

	if (!known)
		input_fail(&l->s, "a file number that was not declared");
	return known ? known->file : NULL;
}

static void load_time(struct loader *l, int tag)
{
	int32_t ticks = (int32_t)input_u32(&l->s);
	uint32_t fid = input_u32(&l->s), line = input_u32(&l->s);
	struct profile_file *file;
	uint32_t pages;

	if (tag == NYTP_TIME_BLOCK) {
		input_u32(&l->s);
		input_u32(&l->s);
	}
	file = l->s.rc ? NULL : file_of(l, fid);
	if (!file)
		return;
	if (!l->p->ticks_per_sec) {
		input_fail(&l->s, "the attribute ticks_per_sec is missing");
		return;
	}
	pages = file->page_cnt;
	if (profile_add_line(file, line, !l->discount,
			     ticks * (int64_t)1000000000 / (int64_t)l->p->ticks_per_sec) == -ENOMEM)
		input_no_memory(&l->s);
	if (file->page_cnt > pages)
		charge(l, PAGE_LINES * sizeof(struct profile_line));
	l->discount = false;
}

/* Room for so many more bytes of source, and a NUL; false: it is to be left out. */
static bool grow_source(struct loader *l, struct profile_file *file, size_t len)
{
	size_t want = file->source_len + len + 1, room = 2 * want;
	char *more;

	if (want <= file->source_room)
		return true;
	if (!has_room(l, room - file->source_room)) {
		l->p->source_cut = true;
		return false;
	}
	more = realloc(file->source, room);
	if (!more) {
		input_no_memory(&l->s);
		return false;
	}
	l->memory += room - file->source_room;
	file->source = more;
	file->source_room = room;
	return true;
}

static void load_src_line(struct loader *l)
{
	uint32_t fid = input_u32(&l->s);
	char *text __cleanup(free_ptr) = NULL;
	struct profile_file *file;
	size_t len;

	input_u32(&l->s); /* line: they come in order */
	text = input_string(&l->s, &len);
	file = text ? file_of(l, fid) : NULL;
	if (!file || !grow_source(l, file, len))
		return;
	memcpy(file->source + file->source_len, text, len + 1);
	file->source_len += len;
}

static void load_sub_info(struct loader *l)
{
	uint32_t fid = input_u32(&l->s), first, last;
	struct profile_file *file;
	struct profile_sub *sub;
	char *name __cleanup(free_ptr) = input_string(&l->s, NULL);

	first = input_u32(&l->s);
	last = input_u32(&l->s);
	file = name && !l->s.rc ? file_of(l, fid) : NULL;
	sub = file ? sub_of(l, name) : NULL;
	if (!sub)
		return;
	sub->fid = file->fid;
	sub->first = first;
	sub->last = last;
	sub->xsub = sub->xsub || (!first && !last);
}

static void load_sub_callers(struct loader *l)
{
	uint32_t fid = input_u32(&l->s), line = input_u32(&l->s);
	char *caller __cleanup(free_ptr) = input_string(&l->s, NULL);
	char *callee __cleanup(free_ptr) = NULL;
	struct profile_counts counts = { .cnt = input_u32(&l->s) };
	struct profile_sub *from, *to;
	struct profile_file *file;

	counts.incl_ns = seconds_to_ns(input_nv(&l->s));
	counts.excl_ns = seconds_to_ns(input_nv(&l->s));
	counts.reci_ns = seconds_to_ns(input_nv(&l->s));
	counts.rec_depth = input_u32(&l->s);
	callee = input_string(&l->s, NULL);
	to = caller && callee ? sub_of(l, callee) : NULL;
	if (!to)
		return;
	if (!fid) {
		to->xsub = true;
		return;
	}
	from = sub_of(l, caller);
	file = file_of(l, fid);
	if (!from || !file)
		return;
	charge(l, sizeof(struct profile_call));
	if (profile_add_call(
		    l->p,
		    &(struct call_id){
			    .callee = to->id, .caller = from->id, .fid = file->fid, .line = line },
		    &counts))
		input_no_memory(&l->s);
}

/* Several processes may follow each other in a file: the profile spans them. */
static void load_pid(struct loader *l, int tag)
{
	uint32_t pid = input_u32(&l->s), ppid = tag == NYTP_PID_START ? input_u32(&l->s) : 0;
	double at = input_nv(&l->s);

	if (tag == NYTP_PID_END) {
		l->p->end = at > l->p->end ? at : l->p->end;
		l->ended = true;
	} else if (!l->p->pid) {
		l->p->pid = pid;
		l->p->ppid = ppid;
		l->p->start = at;
	}
}

/* Ticks may have a fraction: they are sums of a clock that does. */
static int64_t ticks_to_ns(const struct loader *l, double ticks)
{
	return seconds_to_ns(l->p->ticks_per_sec ? ticks / (double)l->p->ticks_per_sec : 0);
}

static void load_context(struct loader *l, struct returned_call *call, const char *name)
{
	size_t before = returns_size(l->returns);
	struct profile_sub *sub;

	if (call->depth > RETURNS_DEPTH_MAX ||
	    !has_room(l, call->depth * (uint64_t)RETURNS_LEVEL_BYTES)) {
		input_fail(&l->s, "an impossible number of calls in each other");
		return;
	}
	sub = sub_of(l, name);
	if (!sub)
		return;
	call->sub = sub->id;
	if (returns_add(l->returns, call))
		input_no_memory(&l->s);
	else if (returns_size(l->returns) > before)
		charge(l, returns_size(l->returns) - before);
}

static void load_return(struct loader *l)
{
	struct returned_call call = { .depth = input_u32(&l->s) };
	char *name __cleanup(free_ptr) = NULL;

	call.incl_ns = ticks_to_ns(l, input_nv(&l->s));
	call.excl_ns = ticks_to_ns(l, input_nv(&l->s));
	name = input_string(&l->s, NULL);
	if (name && l->returns)
		load_context(l, &call, name);
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
		load_time(l, tag);
		break;
	case NYTP_DISCOUNT:
		l->discount = true;
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
		input_u32(&l->s);
		input_u32(&l->s);
		break;
	case NYTP_SUB_RETURN:
		load_return(l);
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

static void load_all(struct loader *l)
{
	int tag;

	load_magic(l);
	while (!l->s.rc && (tag = input_byte(&l->s)) >= 0)
		load_record(l, tag);
	if (!l->s.rc && wait_records_add(l->waits, l->p))
		input_no_memory(&l->s);
	if (!l->s.rc && !l->ended)
		input_fail(&l->s,
			   "its end is missing; perhaps the profiled process was still running");
	if (!l->s.rc && l->returns && returns_finish(l->returns, l->p))
		input_no_memory(&l->s);
}

static void free_fids(struct loader *l)
{
	struct loaded_file *known, *next;

	HASH_ITER(hh, l->by_fid, known, next) {
		HASH_DEL(l->by_fid, known);
		free(known);
	}
}

static struct profile *read_profile(FILE *in, const char *name, bool tree, struct error *err)
{
	struct loader *l = calloc(1, sizeof(*l));
	struct profile *p = l ? profile_new() : NULL;
	int rc;

	if (!p || (tree && !(l->returns = returns_new()))) {
		profile_free(p);
		free(l);
		error_set(err, ENOMEM, "out of memory");
		errno = ENOMEM;
		return NULL;
	}
	l->p = p;
	l->s.in = in;
	l->s.name = name;
	l->s.err = err;
	l->p->ticks_per_sec = 0;
	load_all(l);
	rc = l->s.rc;
	input_end(&l->s);
	free_fids(l);
	returns_free(l->returns);
	wait_records_free(l->waits);
	free(l);
	if (rc) {
		profile_free(p);
		errno = -rc;
		return NULL;
	}
	return p;
}

struct profile *nytp_read(FILE *in, const char *name, struct error *err)
{
	return read_profile(in, name, false, err);
}

struct profile *nytp_read_with_tree(FILE *in, const char *name, struct error *err)
{
	return read_profile(in, name, true, err);
}
