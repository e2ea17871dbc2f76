/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Statements: the one that ran is closed, the next one is opened.
 *
 * A statement's count and time are added when it is closed, so each statement costs one map update.
 * When control comes back into the middle of a statement, that statement is opened again without a
 * count.
 */
#ifndef NYTPROF_STMTS_STMT_BPF_H
#define NYTPROF_STMTS_STMT_BPF_H

#include "nytprof/caches.h"
#include "nytprof/counts.h"
#include "nytprof/losses.h"
#include "config.bpf.h"
#include "kernel/kernel.bpf.h"
#include "state/loss.bpf.h"
#include "state/state.bpf.h"
#include "perl/host.bpf.h"
#include "perl/interp.bpf.h"
#include "clock/clock.bpf.h"
#include "names/file.bpf.h"
#include "stmts/block.bpf.h"
#include "stmts/enclosing_cop.bpf.h"
#include "stmts/slot.bpf.h"

/* False: the running statement has no slot, or none runs. */
static __always_inline bool stmt_close_slot(struct slots_map *map, struct shadow *sh, u64 perl_ns)
{
	struct stmt_slot *slot = slot_running(map, sh);

	if (!slot)
		return false;
	slot->count.cnt += sh->stmt_new;
	slot->count.ns += perl_ns - sh->stmt_start_ns;
	return true;
}

__noinline int stmt_close(struct shadow *sh, u64 perl_ns)
{
	struct stmt_key key = {};
	struct stmt count = {};

	if (!settings.want_stmts || !sh || !sh->stmt.file || sh->paused ||
	    stmt_close_slot(slots_now(), sh, perl_ns))
		return 0;
	count.cnt = sh->stmt_new;
	count.ns = perl_ns - sh->stmt_start_ns;
	key = (struct stmt_key){ .interp = sh->id,
				 .file = sh->stmt.file,
				 .line = sh->stmt.line,
				 .block_line = sh->stmt.block_line,
				 .sub_line = sh->stmt.sub_line,
				 .part = sh->part };
	return stmt_add(sh, &key, &count);
}

static __always_inline void stmt_open(struct shadow *sh, u64 cop, u64 perl_ns)
{
	clock_trap_is(sh, TRAP_STMT);
	sh->cop = cop;
	sh->curcop = cop;
	sh->stmt_new = 1;
	sh->stmt_start_ns = perl_ns;
}

/*
 * Control entered the statement of the COP at this address. False: the COP is not known. Read it,
 * and call stmt_next().
 */
static __noinline bool stmt_next_known(struct shadow *sh, u64 cop, u64 perl_ns)
{
	struct slots_map *map = slots_now();
	struct stmt_slot *slot;
	u32 at;

	if (sh->paused)
		return true;
	slot = slot_find_in(map, sh, cop, &at);
	if (!slot || !slot_is_current(slot, sh))
		return false;
	if (!stmt_close_slot(map, sh, perl_ns))
		stmt_close(sh, perl_ns);
	slot_enter(sh, slot, at);
	stmt_open(sh, cop, perl_ns);
	return true;
}

/* Is it the COP that was known before more code was compiled? Then what was known still holds. */
static __noinline bool stmt_is_same(struct shadow *sh, const struct cop *cop)
{
	struct stmt_slot *slot;
	u32 at;

	slot = slot_find(sh, cop->addr, &at);
	if (!slot || slot->seq != cop->seq || slot->line != cop->line)
		return false;
	slot->code = code_now(sh);
	slot_enter(sh, slot, at);
	return true;
}

/* Control entered the statement of this COP. */
static __always_inline void stmt_next(struct shadow *sh, const struct cop *cop, u64 perl_ns)
{
	if (sh->paused)
		return;
	stmt_close(sh, perl_ns);
	if (!stmt_is_same(sh, cop)) {
		if (!cop_file_id(sh, cop))
			loss_count(sh->id, LOSS_FILES);
		if (settings.want_blocks && !sh->work.place_known)
			block_find(sh, cop->file);
		sh->stmt = sh->work.place;
		sh->trap.costs = sh->work.costs;
		sh->cop_seq = cop->seq;
		sh->cop_line = cop->line;
		slot_assign(sh, cop);
	}
	stmt_open(sh, cop->addr, perl_ns);
}

/*
 * Control came back into the middle of a statement, while PL_curcop is curcop. cop is nearly always
 * its COP, and is used to find the slot.
 */
static __always_inline void stmt_resume(struct shadow *sh, const struct place *place, u64 cop,
					u64 curcop, u64 perl_ns)
{
	u32 at;

	sh->curcop = curcop;
	if (!settings.want_leave || sh->paused ||
	    (place->file == sh->stmt.file && place->line == sh->stmt.line))
		return;
	stmt_close(sh, perl_ns);
	sh->cop = 0;
	sh->stmt_new = 0;
	sh->stmt = *place;
	sh->slot = slot_find(sh, cop, &at) ? at + 1 : 0;
	sh->stmt_start_ns = perl_ns;
}

/*
 * Control returns to the C program that perl is embedded in. No statement runs until it calls perl
 * again.
 */
static __noinline int stmt_leave_perl(struct shadow *sh, u64 perl_ns)
{
	if (sh->paused)
		return 0;
	stmt_close(sh, perl_ns);
	sh->cop = 0;
	sh->stmt_new = 0;
	sh->stmt.file = 0;
	sh->in_host = 1;
	return 0;
}

/* No statement is known to run. Perl may still be running. */
static __always_inline void stmt_forget(struct shadow *sh)
{
	if (sh->stmt.file)
		sh->in_host = 0;
	sh->stmt.file = 0;
}

/*
 * The main program has ended. Perl itself ends now, and that time belongs to the last statement. An
 * embedding program may call a sub later, which shows that perl has not ended.
 */
static __always_inline void stmt_program_ended(struct shadow *sh, u64 perl_ns)
{
	if (!sh->ended_ns)
		sh->ended_ns = perl_ns;
}

/* When the last statement ended, if the program went on without perl. */
static __always_inline u64 stmt_ended_at(const struct shadow *sh)
{
	return (s64)(sh->ended_ns - sh->stmt_start_ns) > 0 ? sh->ended_ns : sh->stmt_start_ns;
}

/* A sub is called after the end of the main program. A destructor does not count. */
static __noinline int stmt_called_after_end(struct shadow *sh)
{
	if (sh->si_ord)
		return 0;
	if (sh->stmt.file && host_is_below(sh, sh->at.head.cxix + 1, sh->at.curcop))
		stmt_leave_perl(sh, stmt_ended_at(sh));
	sh->ended_ns = 0;
	return 0;
}

/*
 * The statement of this COP goes on. With PL_compiling there is none: the body of a module or of
 * the program ends, and what perl does then belongs to the last statement.
 */
__noinline int stmt_resume_cop(struct shadow *sh, u64 addr, u64 curcop, u64 perl_ns)
{
	struct place *place;
	struct cop *cop;
	struct stmt_slot *slot;
	u32 at;

	if (!sh || !sh->stmt.file || addr == sh->base + layout.Icompiling)
		return 0;
	place = &sh->work.place;
	cop = &sh->work.cop;
	slot = slot_find(sh, addr, &at);
	if (slot && slot_is_current(slot, sh))
		place_set(place, slot->file, slot->line);
	else if (cop_read(addr, cop) || !cop_file_id(sh, cop))
		return 0;
	stmt_resume(sh, place, addr, curcop, perl_ns);
	return 0;
}

/*
 * A block, eval or format ends. The statement around it, at which its context was pushed, goes on.
 */
static __always_inline void stmt_leave_block(struct shadow *sh, u64 perl_ns)
{
	struct context *cx = &sh->work.cx;
	s32 cxix = sh->at.head.cxix;
	u64 oldcop;
	u32 type;

	if (context_read(sh->at.head.cxstack, cxix, cx))
		return;
	oldcop = cx->oldcop;
	type = cx->type & layout.CXTYPEMASK;
	if (type == layout.CXt_BLOCK && !sh->si_ord && !cxix)
		stmt_program_ended(sh, perl_ns);
	if (type == layout.CXt_EVAL && !cx->retop && host_is_below(sh, cxix, oldcop))
		stmt_leave_perl(sh, perl_ns);
	else if (type != layout.CXt_SUBST && type != layout.CXt_SUB)
		stmt_resume_cop(sh, oldcop, oldcop, perl_ns);
}

/* The eval of context cxix, if it is one, catches a die. Its statement goes on. */
static __always_inline void stmt_caught(struct shadow *sh, s32 cxix, u64 perl_ns)
{
	struct context *cx = &sh->work.cx;
	u64 oldcop;

	if (cxix < 0 && !sh->si_ord)
		stmt_program_ended(sh, perl_ns);
	if (context_read(sh->at.head.cxstack, cxix, cx) ||
	    (cx->type & layout.CXTYPEMASK) != layout.CXt_EVAL)
		return;
	oldcop = cx->oldcop;
	if (!cx->retop && host_is_below(sh, cxix, oldcop))
		stmt_leave_perl(sh, perl_ns);
	else
		stmt_resume_cop(sh, oldcop, oldcop, perl_ns);
}

/*
 * Control may have entered a statement without an event: a builtin died, or a loop tests its
 * condition again.
 */
static __always_inline void stmt_catch_up(struct shadow *sh, u64 perl_ns)
{
	u64 curcop = sh->at.curcop, cop;

	if (!settings.want_stmts || !settings.want_leave || sh->paused)
		return;
	cop = enclosing_cop(sh) ?: curcop;
	if (cop != curcop || curcop != sh->curcop)
		stmt_resume_cop(sh, cop, curcop, perl_ns);
}

/*
 * Stops the clock of the running statement, or restarts it. While it is stopped, .stmt_start is the
 * time that the statement has taken.
 */
static __always_inline void stmt_clock_turn(struct shadow *sh, u64 perl_ns)
{
	sh->stmt_start_ns = perl_ns - sh->stmt_start_ns;
}

/* The program has ended, though its process goes on for a while. */
static __always_inline void stmt_end(struct shadow *sh, u64 perl_ns)
{
	stmt_close(sh, perl_ns);
	sh->stmt.file = 0;
	sh->over = 1;
}

#endif
