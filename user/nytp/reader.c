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
#include <zlib.h>

#include "nytp/format.h"
#include "profile/profile.h"
#include "util/cleanup.h"
#include "util/error.h"

#define CHUNK	     (64 << 10)
#define STRING_LIMIT (64u << 20) /* no name and no source line is longer */
#define LINE_LIMIT   (1u << 20) /* and no text record */

struct source {
	FILE *in;
	const char *name;
	struct error *err;
	int rc; /* the first error sticks */
	uint64_t offset; /* of the next byte, in the file or in the inflated stream */
	bool inflating;
	bool ended; /* the zlib stream has */
	z_stream z;
	size_t pos, filled;
	uint8_t bytes[CHUNK]; /* plain */
	uint8_t packed[CHUNK];
};

static void fail(struct source *s, const char *what)
{
	if (!s->rc)
		s->rc = error_set(s->err, EBADMSG, "%s is damaged: %s, at %s %llu", s->name, what,
				  s->inflating ? "inflated byte" : "byte",
				  (unsigned long long)s->offset);
}

static bool refill_inflated(struct source *s)
{
	s->z.next_out = s->bytes;
	s->z.avail_out = sizeof(s->bytes);
	while (s->z.avail_out == sizeof(s->bytes) && !s->ended) {
		int z;

		if (!s->z.avail_in) {
			s->z.next_in = s->packed;
			s->z.avail_in = (uInt)fread(s->packed, 1, sizeof(s->packed), s->in);
			if (!s->z.avail_in) {
				fail(s, "its compressed part is cut off");
				return false;
			}
		}
		z = inflate(&s->z, Z_NO_FLUSH);
		if (z == Z_STREAM_END) {
			s->ended = true;
		} else if (z != Z_OK) {
			fail(s, "its compressed part can't be inflated");
			return false;
		}
	}
	s->filled = sizeof(s->bytes) - s->z.avail_out;
	return s->filled > 0;
}

static bool refill(struct source *s)
{
	s->pos = s->filled = 0;
	if (s->rc)
		return false;
	if (s->inflating)
		return refill_inflated(s);
	s->filled = fread(s->bytes, 1, sizeof(s->bytes), s->in);
	return s->filled > 0;
}

static int get_byte(struct source *s) /* -1 at the end */
{
	if (s->pos == s->filled && !refill(s))
		return -1;
	s->offset++;
	return s->bytes[s->pos++];
}

static uint8_t need_byte(struct source *s)
{
	int byte = get_byte(s);

	if (byte < 0)
		fail(s, "it ends in the middle of a record");
	return (uint8_t)byte;
}

static void start_inflate(struct source *s)
{
	size_t rest = s->filled - s->pos;

	if (s->inflating) {
		fail(s, "a second compressed part");
		return;
	}
	memcpy(s->packed, s->bytes + s->pos, rest);
	s->pos = s->filled = 0;
	s->z.next_in = s->packed;
	s->z.avail_in = (uInt)rest;
	s->offset = 0;
	if (inflateInit(&s->z) != Z_OK)
		fail(s, "zlib can't be started");
	else
		s->inflating = true;
}

/* ------------------------------------------------------------------ primitives */

static uint32_t get_u32(struct source *s)
{
	uint8_t first = need_byte(s);
	int more;
	uint32_t v;

	if (first < 0x80)
		return first;
	if (first < 0xc0)
		v = first & 0x3f, more = 1;
	else if (first < 0xe0)
		v = first & 0x1f, more = 2;
	else if (first < 0xff)
		v = first & 0x0f, more = 3;
	else
		v = 0, more = 4;
	while (more--)
		v = v << 8 | need_byte(s);
	return v;
}

static double get_nv(struct source *s)
{
	uint8_t bytes[sizeof(double)];
	double v;
	size_t i;

	for (i = 0; i < sizeof(bytes); i++)
		bytes[i] = need_byte(s);
	memcpy(&v, bytes, sizeof(v));
	if (!isfinite(v)) {
		fail(s, "a time that is no number");
		return 0;
	}
	return v;
}

/* A string, NUL-terminated, which the caller frees; NULL on error. */
static char *get_string(struct source *s, size_t *len)
{
	uint8_t tag = need_byte(s);
	uint32_t size = get_u32(s), i;
	char *text;

	if (!s->rc && tag != NYTP_STRING && tag != NYTP_STRING_UTF8)
		fail(s, "a string is missing");
	if (!s->rc && size > STRING_LIMIT)
		fail(s, "a string is too long");
	text = s->rc ? NULL : malloc((size_t)size + 1);
	if (!text) {
		if (!s->rc)
			s->rc = error_set(s->err, ENOMEM, "out of memory");
		return NULL;
	}
	for (i = 0; i < size && !s->rc; i++)
		text[i] = (char)need_byte(s);
	text[size] = '\0';
	if (len)
		*len = size;
	return text;
}

/* The rest of a text record, of at most limit bytes, of which as many are kept as there is room for. */
static void get_line(struct source *s, char *line, size_t size, size_t limit)
{
	size_t len = 0, all = 0;
	int byte;

	while ((byte = get_byte(s)) != '\n') {
		if (byte < 0 || all++ == limit) {
			fail(s,
			     byte < 0 ? "it ends in the middle of a line" : "a line is too long");
			break;
		}
		if (len + 1 < size)
			line[len++] = (char)byte;
	}
	line[len] = '\0';
}

/* --------------------------------------------------------------------- records */

struct loader {
	struct source s;
	struct profile *p;
	bool discount; /* the next statement has no count of its own */
	bool ended; /* a PID_END was seen */
	struct profile_file **by_fid; /* their fids may come in any order */
	size_t fid_room;
};

static int64_t seconds_to_ns(double seconds)
{
	return llround(seconds * 1e9);
}

static void load_text(struct loader *l, int tag)
{
	char line[8192], *value;

	get_line(&l->s, line, sizeof(line), LINE_LIMIT);
	value = strchr(line, '=');
	if (l->s.rc || tag == NYTP_COMMENT || !value)
		return;
	*value++ = '\0';
	if (tag == NYTP_OPTION)
		profile_set_option(l->p, line, "%s", value);
	else if (!strcmp(line, "ticks_per_sec"))
		l->p->ticks_per_sec = strtoull(value, NULL, 10);
	else
		profile_set_attr(l->p, line, "%s", value);
}

static void load_new_fid(struct loader *l)
{
	struct profile_file *file, **more;
	uint32_t fid = get_u32(&l->s), eval_fid = get_u32(&l->s), eval_line = get_u32(&l->s);
	uint32_t flags = get_u32(&l->s);
	char *name __cleanup(free_ptr) = NULL;

	get_u32(&l->s); /* size, mtime */
	get_u32(&l->s);
	name = get_string(&l->s, NULL);
	if (!name)
		return;
	if (!fid || fid > (1u << 24)) {
		fail(&l->s, "an impossible file number");
		return;
	}
	if (fid >= l->fid_room) {
		more = reallocarray(l->by_fid, fid + 256, sizeof(struct profile_file *));
		if (!more) {
			l->s.rc = error_set(l->s.err, ENOMEM, "out of memory");
			return;
		}
		memset(more + l->fid_room, 0,
		       (fid + 256 - l->fid_room) * sizeof(struct profile_file *));
		l->by_fid = more;
		l->fid_room = fid + 256;
	}
	file = profile_file(l->p, name, 0, eval_line, flags);
	l->by_fid[fid] = file;
	if (file && eval_fid < l->fid_room && l->by_fid[eval_fid])
		file->eval_fid = l->by_fid[eval_fid]->fid;
}

static struct profile_file *file_of(struct loader *l, uint32_t fid)
{
	struct profile_file *file = fid < l->fid_room ? l->by_fid[fid] : NULL;

	if (!file)
		fail(&l->s, "a file number that was not declared");
	return file;
}

static void load_time(struct loader *l, int tag)
{
	int32_t ticks = (int32_t)get_u32(&l->s);
	uint32_t fid = get_u32(&l->s), line = get_u32(&l->s);
	struct profile_file *file;

	if (tag == NYTP_TIME_BLOCK) {
		get_u32(&l->s);
		get_u32(&l->s);
	}
	file = l->s.rc ? NULL : file_of(l, fid);
	if (!file)
		return;
	if (!l->p->ticks_per_sec) {
		fail(&l->s, "it does not say what a tick is");
		return;
	}
	profile_add_line(file, line, !l->discount,
			 ticks * (int64_t)1000000000 / (int64_t)l->p->ticks_per_sec);
	l->discount = false;
}

static void load_src_line(struct loader *l)
{
	uint32_t fid = get_u32(&l->s);
	struct profile_file *file;
	char *text __cleanup(free_ptr) = NULL, *more;
	size_t len;

	get_u32(&l->s); /* line: they come in order */
	text = get_string(&l->s, &len);
	file = text ? file_of(l, fid) : NULL;
	if (!file)
		return;
	more = realloc(file->source, file->source_len + len + 1);
	if (!more) {
		l->s.rc = error_set(l->s.err, ENOMEM, "out of memory");
		return;
	}
	memcpy(more + file->source_len, text, len + 1);
	file->source = more;
	file->source_len += len;
}

static void load_sub_info(struct loader *l)
{
	uint32_t fid = get_u32(&l->s), first, last;
	struct profile_file *file;
	struct profile_sub *sub;
	char *name __cleanup(free_ptr) = get_string(&l->s, NULL);

	first = get_u32(&l->s);
	last = get_u32(&l->s);
	file = name && !l->s.rc ? file_of(l, fid) : NULL;
	sub = file ? profile_sub(l->p, name) : NULL;
	if (!sub)
		return;
	sub->fid = file->fid;
	sub->first = first;
	sub->last = last;
	sub->xsub = sub->xsub || (!first && !last);
}

static void load_sub_callers(struct loader *l)
{
	uint32_t fid = get_u32(&l->s), line = get_u32(&l->s);
	char *caller __cleanup(free_ptr) = get_string(&l->s, NULL);
	char *callee __cleanup(free_ptr) = NULL;
	struct profile_counts counts = { .cnt = get_u32(&l->s) };
	struct profile_sub *from, *to;
	struct profile_file *file;

	counts.incl_ns = seconds_to_ns(get_nv(&l->s));
	counts.excl_ns = seconds_to_ns(get_nv(&l->s));
	counts.reci_ns = seconds_to_ns(get_nv(&l->s));
	counts.rec_depth = get_u32(&l->s);
	callee = get_string(&l->s, NULL);
	to = caller && callee ? profile_sub(l->p, callee) : NULL;
	if (!to)
		return;
	if (!fid) {
		to->xsub = true;
		return;
	}
	from = profile_sub(l->p, caller);
	file = file_of(l, fid);
	if (!from || !file)
		return;
	profile_add_call(
		l->p,
		&(struct call_id){
			.callee = to->id, .caller = from->id, .fid = file->fid, .line = line },
		&counts);
}

/* Several processes may follow each other in a file: the profile spans them. */
static void load_pid(struct loader *l, int tag)
{
	uint32_t pid = get_u32(&l->s), ppid = tag == NYTP_PID_START ? get_u32(&l->s) : 0;
	double at = get_nv(&l->s);

	if (tag == NYTP_PID_END) {
		l->p->end = at > l->p->end ? at : l->p->end;
		l->ended = true;
	} else if (!l->p->pid) {
		l->p->pid = pid;
		l->p->ppid = ppid;
		l->p->start = at;
	}
}

static void load_return(struct loader *l)
{
	get_u32(&l->s); /* depth */
	get_nv(&l->s); /* inclusive, exclusive */
	get_nv(&l->s);
	free(get_string(&l->s, NULL));
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
		start_inflate(&l->s);
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
		get_u32(&l->s);
		get_u32(&l->s);
		break;
	case NYTP_SUB_RETURN:
		load_return(l);
		break;
	default:
		fail(&l->s, "an unknown kind of record");
		break;
	}
}

static void load_magic(struct loader *l)
{
	char line[64];
	int major, minor;

	get_line(&l->s, line, sizeof(line), sizeof(line));
	if (l->s.rc || sscanf(line, "NYTProf %d %d", &major, &minor) != 2)
		l->s.rc = error_set(l->s.err, EBADMSG, "%s is no NYTProf profile", l->s.name);
	else if (major != NYTP_MAJOR)
		l->s.rc = error_set(l->s.err, EBADMSG,
				    "%s is a profile of format %d.%d; known is %d.%d", l->s.name,
				    major, minor, NYTP_MAJOR, NYTP_MINOR);
}

static void load_all(struct loader *l)
{
	int tag;

	load_magic(l);
	while (!l->s.rc && (tag = get_byte(&l->s)) >= 0)
		load_record(l, tag);
	if (!l->s.rc && !l->ended)
		fail(&l->s,
		     "it has no end, so the process that was profiled may still have been running");
}

struct profile *nytp_read(FILE *in, const char *name, struct error *err)
{
	struct loader *l = calloc(1, sizeof(*l));
	struct profile *p;
	int rc;

	if (!l || !(l->p = profile_new())) {
		free(l);
		error_set(err, ENOMEM, "out of memory");
		errno = ENOMEM;
		return NULL;
	}
	l->s.in = in;
	l->s.name = name;
	l->s.err = err;
	l->p->ticks_per_sec = 0;
	load_all(l);
	p = l->p;
	rc = l->s.rc;
	if (l->s.inflating)
		inflateEnd(&l->s.z);
	free(l->by_fid);
	free(l);
	if (rc) {
		profile_free(p);
		errno = -rc;
		return NULL;
	}
	return p;
}
