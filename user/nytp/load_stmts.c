// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * The records of statements: most of a profile. Those that the buffer holds as a whole are decoded
 * where they are. What is not as usual (a page of lines that is not there yet, a file that is not
 * declared, the end of the buffer) is left to load_stmt().
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "nytp/loader.h"
#include "profile/profile.h"
#include "records/format.h"
#include "util/saturate.h"

#define STMT_MOST (1 + 5 * NYTP_U32_MAX_BYTES) /* bytes of a record */

static int64_t ticks_ns(const struct loader *l, int32_t ticks)
{
	return l->tick_ns ? ticks * l->tick_ns :
			    ticks * (int64_t)1000000000 / (int64_t)l->p->ticks_per_sec;
}

static void add_stmt(struct loader *l, struct profile_line *line, int32_t ticks)
{
	saturate_cnt(&line->cnt, !l->discount);
	saturate_ns(&line->ns, ticks_ns(l, ticks));
	l->seen.stmts++;
	l->discount = false;
}

/* ------------------------------------------------------------------ one by one */

static bool grow_pages(struct loader *l, struct loaded_file *known, uint32_t nr)
{
	uint32_t cnt = known->page_cnt ?: 8;
	struct profile_line **more;

	while (cnt <= nr)
		cnt *= 2;
	if (cnt == known->page_cnt)
		return true;
	input_charge(&l->s, (cnt - known->page_cnt) * sizeof(*more));
	more = l->s.rc ? NULL : reallocarray(known->pages, cnt, sizeof(*more));
	if (!more) {
		input_no_memory(&l->s);
		return false;
	}
	memset(more + known->page_cnt, 0, (cnt - known->page_cnt) * sizeof(*more));
	known->pages = more;
	known->page_cnt = cnt;
	return true;
}

/* NULL: no memory, and the error is noted. */
static struct profile_line *line_slot(struct loader *l, struct loaded_file *known, uint32_t line)
{
	uint32_t nr = line / PAGE_LINES, pages = known->file->page_cnt;
	struct profile_line *slot;

	if (!grow_pages(l, known, nr))
		return NULL;
	slot = profile_line_slot(known->file, line);
	if (!slot) {
		input_no_memory(&l->s);
		return NULL;
	}
	if (known->file->page_cnt > pages)
		input_charge(&l->s, PAGE_LINES * sizeof(*slot));
	known->pages[nr] = slot - line % PAGE_LINES;
	return slot;
}

void load_stmt(struct loader *l, int tag)
{
	int32_t ticks = (int32_t)input_u32(&l->s);
	uint32_t fid = input_u32(&l->s), line = input_u32(&l->s);
	struct profile_line *slot;

	if (tag == NYTP_TIME_BLOCK) {
		input_u32(&l->s);
		input_u32(&l->s);
	}
	if (l->s.rc || !loader_file(l, fid))
		return;
	if (!l->p->ticks_per_sec) {
		input_fail(&l->s, "the attribute ticks_per_sec is missing");
		return;
	}
	if (line > LINE_MAX_NR) {
		input_note(&l->s, "the line of a statement is above 65535, which no reader takes");
		l->discount = false;
		return;
	}
	slot = line_slot(l, loader_find_fid(l, fid), line);
	if (slot)
		add_stmt(l, slot, ticks);
}

void load_discount(struct loader *l)
{
	if (l->discount)
		input_note(&l->s, "a DISCOUNT follows another one");
	l->discount = true;
}

/* ----------------------------------------------------------------- in the buffer */

static inline const uint8_t *take_u32(const uint8_t *p, uint32_t *v)
{
	uint32_t first = p[0];

	if (first < 0x80) {
		*v = first;
		return p + 1;
	}
	if (first < 0xc0) {
		*v = (first & 0x3f) << 8 | p[1];
		return p + 2;
	}
	if (first < 0xe0) {
		*v = (first & 0x1f) << 16 | (uint32_t)p[1] << 8 | p[2];
		return p + 3;
	}
	if (first < 0xff) {
		*v = (first & 0x0f) << 24 | (uint32_t)p[1] << 16 | (uint32_t)p[2] << 8 | p[3];
		return p + 4;
	}
	*v = (uint32_t)p[1] << 24 | (uint32_t)p[2] << 16 | (uint32_t)p[3] << 8 | p[4];
	return p + 5;
}

/* NULL: it is not known yet. */
static inline struct profile_line *known_line(const struct loader *l, uint32_t fid, uint32_t line)
{
	const struct loaded_file *known = fid < l->fids.direct_cnt ? l->fids.direct[fid] : NULL;
	uint32_t nr = line / PAGE_LINES;

	if (!known || nr >= known->page_cnt || !known->pages[nr])
		return NULL;
	return &known->pages[nr][line % PAGE_LINES];
}

/* Records that equal the one of len bytes before p: how many there are up to last. */
static inline size_t count_equal(const uint8_t *p, size_t len, const uint8_t *last)
{
	const uint8_t *at = p;

	while (at <= last && !memcmp(at, at - len, len))
		at += len;
	return (size_t)(at - p) / len;
}

/* The record at p, and those that equal it. Where the next one is; p: it is not for here. */
static const uint8_t *take_stmts(struct loader *l, const uint8_t *p, const uint8_t *last)
{
	uint32_t ticks, fid, line, skipped;
	struct profile_line *slot;
	const uint8_t *next = take_u32(p + 1, &ticks);
	size_t equal;

	next = take_u32(next, &fid);
	next = take_u32(next, &line);
	if (*p == NYTP_TIME_BLOCK)
		next = take_u32(take_u32(next, &skipped), &skipped);
	slot = known_line(l, fid, line);
	if (!slot)
		return p;
	add_stmt(l, slot, (int32_t)ticks);
	if (ticks || *next != *p)
		return next;
	equal = count_equal(next, (size_t)(next - p), last);
	saturate_cnt(&slot->cnt, equal);
	l->seen.stmts += equal;
	return next + equal * (size_t)(next - p);
}

void load_buffered_stmts(struct loader *l)
{
	struct input *s = &l->s;
	const uint8_t *first = s->bytes + s->pos, *p = first, *next;
	const uint8_t *last = s->bytes + s->filled - STMT_MOST;

	if (s->rc || s->filled - s->pos < STMT_MOST || !l->p->ticks_per_sec)
		return;
	while (p <= last) {
		if (*p == NYTP_DISCOUNT && !l->discount) {
			l->discount = true;
			p++;
			continue;
		}
		if (*p != NYTP_TIME_LINE && *p != NYTP_TIME_BLOCK)
			break;
		next = take_stmts(l, p, last);
		if (next == p)
			break;
		p = next;
	}
	s->offset += (uint64_t)(p - first);
	s->pos += (size_t)(p - first);
}
