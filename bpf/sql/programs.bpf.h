/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The programs at the functions of database libraries; they are loaded with --sql only, and hit by
 * every process that uses such a library.
 *
 * The arguments are as in postgresql/libpq-fe.h (libpq 15.20), mariadb/mysql.h (libmariadb 3.3) and
 * sqlite3.h (3.40.1); they have been the same for many years.
 */
#ifndef NYTPROF_SQL_PROGRAMS_BPF_H
#define NYTPROF_SQL_PROGRAMS_BPF_H

#include "nytprof/node_hash.h"
#include "nytprof/sql.h"
#include "config.bpf.h"
#include "arch/arch.bpf.h"
#include "kernel/kernel.bpf.h"
#include "kernel/run_delay.bpf.h"
#include "kernel/task.bpf.h"
#include "perl/memory.bpf.h"
#include "state/loss.bpf.h"
#include "state/lru.bpf.h"
#include "state/maps.bpf.h"
#include "state/state.bpf.h"
#include "state/switcher.bpf.h"
#include "clock/clock.bpf.h"
#include "process/thread.bpf.h"
#include "sql/calls.bpf.h"

#define SQLITE_OK  0
#define SQLITE_ROW 100 /* sqlite3.h: there are more rows */

static __always_inline u32 sql_library_of(u32 function)
{
	return function >= SQL_SQLITE_PREPARE ? SQL_SQLITE :
	       function >= SQL_MYSQL_QUERY    ? SQL_MYSQL :
						SQL_PG;
}

static __always_inline struct shadow *sql_shadow(void)
{
	u64 ids = current_ids();
	struct shadow *sh = ids ? shadow_of_thread(ids >> 32, (u32)ids) : NULL;

	return sh && !sh->over && !sh->parked_ns ? sh : NULL;
}

/* The trap and its handler are no time of perl's. */
static __always_inline void sql_discount(struct shadow *sh, u64 wall_ns, u64 cookie)
{
	sh->overhead_ns += clock_wall() - wall_ns + (cookie >> SQL_COOKIE_SHIFT);
	sh->trap.costs.cost = 0; /* what goes by until the next event is no measure */
}

/* --------------------------------------------------------------------- the begin */

/* The execution of a handle of SQLite's is over: its rows are fetched, or not wanted. */
static __noinline int sql_over(struct sql_state *s, struct shadow *sh, u64 handle, bool forget)
{
	struct sql_known *known;
	u64 ns;

	sql_set_handle(s, handle);
	known = sql_known_now(s);
	if (known && known->running) {
		known->running = 0;
		ns = known->fetch_ns;
		known->fetch_ns = 0;
		if (ns && sql_recall(s))
			sql_send(s, sh, SQL_FETCHED, ns);
	}
	if (forget)
		bpf_map_delete_elem(&sql_handles, &s->handle);
	return 0;
}

/* The next row of what has begun elsewhere? */
static __always_inline bool sql_steps_on(struct sql_state *s, u64 handle)
{
	struct sql_known *known;

	sql_set_handle(s, handle);
	known = sql_known_now(s);
	return known && known->running;
}

static __always_inline bool sql_is_over(u32 function)
{
	return function == SQL_SQLITE_RESET || function == SQL_SQLITE_FINALIZE;
}

/* Its end is to be seen? */
static __always_inline bool sql_begin(struct pt_regs *ctx, struct sql_state *s, struct shadow *sh,
				      u32 function)
{
	struct sql_open *open = sql_push(s, sh, arch_sp(ctx));

	if (!open)
		return false;
	open->function = function;
	open->args[0] = arch_arg(ctx, 0);
	open->args[1] = arch_arg(ctx, 1);
	open->args[2] = arch_arg(ctx, 2);
	open->args[3] = arch_arg(ctx, 3);
	open->args[4] = arch_arg(ctx, 4);
	open->args[5] = arch_arg(ctx, 5);
	if (sql_is_over(function)) {
		s->depth--;
		sql_over(s, sh, open->args[0], function == SQL_SQLITE_FINALIZE);
		return false;
	}
	if (function != SQL_SQLITE_STEP || !sql_steps_on(s, open->args[0]))
		sql_find_places(sh, open);
	open->waited_ns = task_waited();
	open->start_ns = clock_wall();
	return true;
}

static __always_inline bool sql_enters(struct pt_regs *ctx)
{
	u64 cookie = bpf_get_attach_cookie(ctx), wall_ns = clock_wall();
	struct shadow *sh = sql_shadow();
	struct sql_state *s = sh && !sh->paused ? sql_state_of(sh->id) : NULL;
	bool wanted;

	if (!s || (settings.sql_sessions && !return_is_harmless()))
		return false;
	wanted = sql_begin(ctx, s, sh, cookie & SQL_COOKIE_FUNCTION);
	sql_discount(sh, wall_ns, cookie);
	return wanted;
}

SEC("uprobe")
int sql_enter(struct pt_regs *ctx)
{
	sql_enters(ctx);
	return 0;
}

/* ----------------------------------------------------------------------- the end */

static __always_inline void sql_take_places(struct sql_state *s, const struct sql_open *open)
{
	s->event.place_cnt = open->place_cnt;
	__builtin_memcpy(s->event.places, open->places, sizeof(open->places));
}

static __noinline int sql_executed(struct sql_state *s, struct shadow *sh, struct sql_open *open,
				   u64 ns)
{
	s64 len = open->function == SQL_MYSQL_REAL_QUERY ? (s64)open->args[2] : -1;

	sql_read_text(&s->event, open->args[1], len);
	sql_take_places(s, open);
	sql_send(s, sh, SQL_EXECUTED, ns);
	if (s->event.library == SQL_MYSQL) {
		sql_set_handle(s, open->args[0]);
		sql_remember(s, open, false);
	}
	return 0;
}

/* Where SQLite has put the handle; 0: there is none. Its text ends where the next statement begins. */
static __always_inline u64 sql_sqlite_handle(struct sql_open *open, s64 *len)
{
	const bool v3 = open->function == SQL_SQLITE_PREPARE_V3;
	u64 out = v3 ? open->args[4] : open->args[3], tail = v3 ? open->args[5] : open->args[4];
	u64 text = open->args[1], handle = user_u64(out), end = tail ? user_u64(tail) : 0;

	*len = (s32)open->args[2];
	if (end > text && (*len < 0 || end - text < (u64)*len))
		*len = end - text;
	return handle;
}

static __noinline int sql_prepared(struct sql_state *s, struct shadow *sh, struct sql_open *open,
				   u32 rc, u64 ns)
{
	u64 text = open->args[1], handle = open->args[0];
	s64 len = -1;

	if (open->function == SQL_PQ_PREPARE) {
		handle = sql_hash_name(s, handle, open->args[1]);
		text = open->args[2];
	} else if (rc) {
		return 0;
	} else if (open->function == SQL_MYSQL_STMT_PREPARE) {
		len = (s64)open->args[2];
	} else {
		handle = sql_sqlite_handle(open, &len);
	}
	if (!handle)
		return 0;
	sql_read_text(&s->event, text, len);
	sql_take_places(s, open);
	sql_send(s, sh, SQL_PREPARED, ns);
	sql_set_handle(s, handle);
	return sql_remember(s, open, false);
}

static __noinline int sql_handle_executed(struct sql_state *s, struct shadow *sh,
					  struct sql_open *open, u32 rc, u64 ns)
{
	u64 handle = open->args[0];
	bool running = open->function == SQL_SQLITE_STEP && rc == SQLITE_ROW;
	bool known;

	if (open->function == SQL_PQ_EXEC_PREPARED)
		handle = sql_hash_name(s, handle, open->args[1]);
	sql_set_handle(s, handle);
	known = sql_recall(s);
	sql_take_places(s, open);
	sql_send(s, sh, SQL_EXECUTED, ns);
	if (known && (running || open->function == SQL_MYSQL_STMT_EXECUTE))
		sql_remember(s, open, running);
	return 0;
}

/* A row, or the end of them, of what was told before. */
static __noinline int sql_stepped_on(struct sql_state *s, struct shadow *sh, struct sql_open *open,
				     u32 rc, u64 ns)
{
	struct sql_known *known;

	sql_set_handle(s, open->args[0]);
	known = sql_known_now(s);
	if (known)
		known->fetch_ns += ns;
	if (known && rc != SQLITE_ROW)
		sql_over(s, sh, open->args[0], false);
	return 0;
}

/* A client has got all rows of its last execution. */
static __noinline int sql_stored(struct sql_state *s, struct shadow *sh, struct sql_open *open,
				 u64 ns)
{
	sql_set_handle(s, open->args[0]);
	if (sql_recall(s))
		sql_send(s, sh, SQL_FETCHED, ns);
	return 0;
}

static __always_inline void sql_end(struct sql_state *s, struct shadow *sh, struct sql_open *open,
				    u32 rc, u64 ns)
{
	s->event.library = sql_library_of(open->function);
	switch (open->function) {
	case SQL_PQ_EXEC:
	case SQL_PQ_EXEC_PARAMS:
	case SQL_MYSQL_QUERY:
	case SQL_MYSQL_REAL_QUERY:
		sql_executed(s, sh, open, ns);
		break;
	case SQL_PQ_EXEC_PREPARED:
	case SQL_MYSQL_STMT_EXECUTE:
		sql_handle_executed(s, sh, open, rc, ns);
		break;
	case SQL_SQLITE_STEP:
		if (open->place_cnt)
			sql_handle_executed(s, sh, open, rc, ns);
		else
			sql_stepped_on(s, sh, open, rc, ns);
		break;
	case SQL_MYSQL_STORE_RESULT:
	case SQL_MYSQL_STMT_STORE_RESULT:
		sql_stored(s, sh, open, ns);
		break;
	default:
		sql_prepared(s, sh, open, rc, ns);
	}
}

/* Up to now, without waiting for a processor: as all times of perl's. */
static __always_inline u64 sql_took(const struct sql_open *open, u64 wall_ns)
{
	u64 ns = wall_ns - open->start_ns, waited = task_waited() - open->waited_ns;

	return waited < ns ? ns - waited : 0;
}

static __always_inline void sql_leaves(struct pt_regs *ctx, u64 cookie)
{
	u64 wall_ns = clock_wall();
	struct shadow *sh = sql_shadow();
	u32 id = sh ? sh->id : 0;
	struct sql_state *s = sh ? bpf_map_lookup_elem(&sql_states, &id) : NULL;
	struct sql_open *open = s ? sql_pop(s, arch_entry_sp(ctx)) : NULL;

	if (!open)
		return;
	sql_end(s, sh, open, arch_returned(ctx), sql_took(open, wall_ns));
	sql_discount(sh, wall_ns, cookie);
}

SEC("uprobe")
int sql_leave(struct pt_regs *ctx)
{
	sql_leaves(ctx, bpf_get_attach_cookie(ctx));
	return 0;
}

/*
 * Both of them, where the kernel has sessions: 0 at the begin asks for the end. A process that changes
 * between C stacks is not asked: see state/switcher.bpf.h.
 */
SEC("uprobe")
int sql_session(struct pt_regs *ctx)
{
	if (arch_ip(ctx) == bpf_get_func_ip(ctx))
		return sql_enters(ctx) ? 0 : 1;
	sql_leaves(ctx, (u64)settings.return_ns << SQL_COOKIE_SHIFT);
	return 0;
}

#endif
