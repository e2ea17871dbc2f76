/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Calls of the functions of database libraries.
 *
 * Functions of a library call each other: only the outermost one counts.  If perl has run meanwhile,
 * as in a function of SQLite's that is written in Perl, it is another statement of the program.  An
 * inner call has a lower stack pointer.  What is not below a new call has been left by a longjmp.
 *
 * Texts are read when the library has read them, so that their pages are there.
 */
#ifndef NYTPROF_SQL_CALLS_BPF_H
#define NYTPROF_SQL_CALLS_BPF_H

#include "nytprof/frames.h"
#include "nytprof/losses.h"
#include "nytprof/names.h"
#include "nytprof/node_hash.h"
#include "nytprof/sql.h"
#include "kernel/kernel.bpf.h"
#include "kernel/task.bpf.h"
#include "state/loss.bpf.h"
#include "state/lru.bpf.h"
#include "state/maps.bpf.h"
#include "state/state.bpf.h"
#include "calls/frame.bpf.h"

static __always_inline struct sql_state *sql_state_of(u32 id)
{
	struct sql_state *s = bpf_map_lookup_elem(&sql_states, &id);
	struct zeros *z = s ? NULL : zeros_get();

	if (z) {
		bpf_map_update_elem(&sql_states, &id, &z->sql, BPF_NOEXIST);
		s = bpf_map_lookup_elem(&sql_states, &id);
	}
	return s;
}

static __always_inline struct sql_open *sql_open_at(struct sql_state *s, u32 i)
{
	barrier_var(i);
	return &s->open[i & (SQL_NESTED - 1)];
}

/* How many calls are open below this stack pointer, or (with) at it. */
static __always_inline u32 sql_depth(struct sql_state *s, u64 sp, bool with)
{
	u32 depth = 0, i;

	for (i = 0; i < SQL_NESTED; i++) {
		if (i < s->depth && (s->open[i].sp > sp || (with && s->open[i].sp == sp)))
			depth = i + 1;
	}
	return depth;
}

/* Is it called by a library, and not by perl? */
static __always_inline bool sql_is_inner(struct sql_state *s, const struct shadow *sh)
{
	return s->depth && sql_open_at(s, s->depth - 1)->events == sh->events;
}

/* NULL: it does not count. */
static __always_inline struct sql_open *sql_push(struct sql_state *s, const struct shadow *sh,
						 u64 sp)
{
	struct sql_open *open;

	s->depth = sql_depth(s, sp, false);
	if (sql_is_inner(s, sh) || s->depth >= SQL_NESTED)
		return NULL;
	open = sql_open_at(s, s->depth);
	s->depth++;
	open->sp = sp;
	open->events = sh->events;
	open->place_cnt = 0;
	return open;
}

/* The call that returns now.  NULL: it does not count. */
static __always_inline struct sql_open *sql_pop(struct sql_state *s, u64 sp)
{
	struct sql_open *open;

	s->depth = sql_depth(s, sp, true);
	if (!s->depth)
		return NULL;
	open = sql_open_at(s, s->depth - 1);
	if (open->sp != sp)
		return NULL;
	s->depth--;
	return open;
}

/* ----------------------------------------------------------------------- where */

struct sql_walk {
	struct shadow *sh;
	struct sql_open *open;
	u32 at; /* of the open calls, and 1 */
	u32 cnt; /* places that are complete */
};

/* C functions and builtins are in the statement that called them. */
static int sql_walk_one(u32 i, void *arg)
{
	struct sql_walk *w = arg;
	struct frame *f = w->at ? frame_at(w->sh, w->at - 1) : NULL;
	u32 cnt = w->cnt;

	if (!f || cnt >= SQL_PLACES)
		return 1;
	w->at--;
	if (!(f->flags & FRAME_XSUB)) {
		w->open->places[cnt].sub = f->callee;
		w->cnt = ++cnt;
		if (cnt >= SQL_PLACES)
			return 1;
	} else if (i || f->flags & FRAME_SLOWOP) {
		return 0;
	}
	w->open->places[cnt].file = f->file;
	w->open->places[cnt].line = f->line;
	w->open->places[cnt].sub = SUB_RUNTIME;
	return 0;
}

static __noinline int sql_find_places(struct shadow *sh, struct sql_open *open)
{
	struct sql_walk w = { .sh = sh, .open = open, .at = sh->depth };

	open->places[0].file = sh->stmt.file;
	open->places[0].line = sh->stmt.line;
	open->places[0].sub = SUB_RUNTIME;
	bpf_loop(SQL_WALK, sql_walk_one, &w, 0);
	if (!w.at && w.cnt < SQL_PLACES)
		w.cnt++;
	open->place_cnt = w.cnt;
	return 0;
}

/* ------------------------------------------------------------------------ text */

/* len: -1: up to a NUL. */
static __noinline int sql_read_text(struct sql_event *ev, u64 at, s64 len)
{
	u32 room = SQL_TEXT_MAX;
	long got;

	if (len >= 0 && len < SQL_TEXT_MAX - 1)
		room = (u32)len + 1;
	barrier_var(room);
	if (room > SQL_TEXT_MAX)
		return 0;
	got = bpf_probe_read_user_str(ev->text, room, (const void *)at);
	ev->len = got > 0 ? (u32)got - 1 : 0;
	ev->cut = got == SQL_TEXT_MAX && len != SQL_TEXT_MAX - 1;
	return 0;
}

/* Of a name, and of what it belongs to. */
static __noinline u64 sql_hash_name(struct sql_state *s, u64 owner, u64 name)
{
	u64 hash = owner;
	u32 i;

	__builtin_memset(s->name, 0, sizeof(s->name));
	bpf_probe_read_user_str(s->name, sizeof(s->name), (const void *)name);
	for (i = 0; i < SQL_NAME_MAX / 8; i++)
		hash = hash_pair(hash, s->name[i]);
	return hash;
}

/* --------------------------------------------------------------------- messages */

/*
 * The agent looks at every tick. To wake it for each message takes 2 us (Linux 6.18): it is woken
 * when many wait.
 */
static __always_inline u64 sql_wakeup(void)
{
	return bpf_ringbuf_query(&sql_events, BPF_RB_AVAIL_DATA) > SQL_RING / 8 ?
		       BPF_RB_FORCE_WAKEUP :
		       BPF_RB_NO_WAKEUP;
}

static __noinline int sql_send(struct sql_state *s, const struct shadow *sh, u32 what, u64 ns)
{
	struct sql_event *ev = &s->event;
	u32 size = ev->len;

	ev->ns = ns;
	ev->interp = sh->id;
	ev->part = sh->part;
	ev->what = what;
	barrier_var(size);
	if (size >= SQL_TEXT_MAX)
		size = SQL_TEXT_MAX - 1;
	size += offsetof(struct sql_event, text);
	barrier_var(size);
	if (size > sizeof(*ev))
		return 0;
	if (bpf_ringbuf_output(&sql_events, ev, size, sql_wakeup()))
		loss_count(sh->id, LOSS_SQL);
	return 0;
}

/* --------------------------------------------------------------------- handles */

static __always_inline void sql_set_handle(struct sql_state *s, u64 at)
{
	s->handle.at = at;
	s->handle.tgid = current_ids() >> 32;
	s->handle.pad = 0;
}

/* Too long for instructions. What is behind the text is left as it is. */
static __always_inline void sql_copy_text(char *to, const char *from, u32 len)
{
	barrier_var(len);
	if (len < SQL_TEXT_MAX)
		bpf_probe_read_kernel(to, len, from);
}

/* Keeps the event's text for the handle. */
static __noinline int sql_remember(struct sql_state *s, const struct sql_open *open, bool running)
{
	struct sql_known *known = &s->known;

	known->check = LRU_CHECK(&s->handle);
	known->library = s->event.library;
	known->len = s->event.len;
	known->cut = s->event.cut;
	known->running = running;
	known->fetch_ns = 0;
	known->place_cnt = open->place_cnt;
	__builtin_memcpy(known->places, open->places, sizeof(known->places));
	sql_copy_text(known->text, s->event.text, known->len);
	bpf_map_update_elem(&sql_handles, &s->handle, known, BPF_ANY);
	return 0;
}

/* The handle's text and places become the event's.  False: it is not known. */
static __noinline bool sql_recall(struct sql_state *s)
{
	struct sql_known *known = &s->known;
	const struct sql_known *at = bpf_map_lookup_elem(&sql_handles, &s->handle);

	s->event.len = 0;
	s->event.cut = 0;
	s->event.place_cnt = 0;
	if (!at)
		return false;
	__builtin_memcpy(known, at, offsetof(struct sql_known, text));
	sql_copy_text(known->text, at->text, known->len);
	if (!lru_holds(at, &s->handle))
		return false;
	s->event.library = known->library;
	s->event.len = known->len;
	s->event.cut = known->cut;
	s->event.place_cnt = known->place_cnt;
	__builtin_memcpy(s->event.places, known->places, sizeof(known->places));
	sql_copy_text(s->event.text, known->text, known->len);
	return true;
}

static __always_inline struct sql_known *sql_known_now(struct sql_state *s)
{
	struct sql_known *known = bpf_map_lookup_elem(&sql_handles, &s->handle);

	return known && lru_holds(known, &s->handle) ? known : NULL;
}

#endif
