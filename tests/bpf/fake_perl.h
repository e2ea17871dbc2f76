/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * A perl that consists of the memory the BPF side reads, laid out by a row of the layout table,
 * and of what its pp functions do to it.  Each does what perl does in the order perl does it, with
 * the probe where it is in a real one.
 */
#ifndef FAKE_PERL_H
#define FAKE_PERL_H

/* The pp_entersub of this perl takes no time. */
#ifndef ENTERSUB_NS
#define ENTERSUB_NS 0
#endif

#include "nytprof/counts.h"
#include "nytprof/frames.h"
#include "nytprof/interp.h"
#include "nytprof/limits.h"
#include "nytprof/losses.h"
#include "nytprof/names.h"
#include "nytprof/op_costs.h"
#include "nytprof/perl_layout.h"
#include "nytprof/settings.h"
#include "config.bpf.h"
#include "kernel/kernel.bpf.h"
#include "kernel/run_delay.bpf.h"
#include "state/counts.bpf.h"
#include "state/maps.bpf.h"
#include "state/state.bpf.h"
#include "process/process.bpf.h"
#include "events/builtin.bpf.h"
#include "events/call.bpf.h"
#include "events/compile.bpf.h"
#include "events/statement.bpf.h"

#include "perl/layout.h"

#define TRAP_NS	   500 /* what a probe costs outside of its handler */
#define HANDLER_NS 70 /* and inside */

typedef u64 addr; /* in the fake perl's memory */

/* Calls of Perl subs are noticed at their first statement, where the layout allows it. */
static bool enter_by_stmt;

#define OP_ENTERSUB_NR 501 /* of this perl */
#define OP_UNSTACK_NR  502
#define OP_AND_NR      503

static struct fake_perl {
	addr base;
	addr stack; /* of arguments: one slot */
	addr si;
	u32 cop_seq;
	u32 evalseq;
	addr no_gv_stash;
	addr stashpad;
	u32 stash_cnt;
	u32 c_depth; /* C functions that are under way */
	addr retop; /* behind the op that calls */
	addr last_pad;
	struct {
		addr cx;
		addr pad; /* PL_curpad when it was pushed */
	} pads[64]; /* contexts */
	u32 pad_cnt;
} P;

/* ------------------------------------------------------------------- memory */

static inline addr mem(size_t size)
{
	addr at = (addr)(uintptr_t)(host_heap + host_heap_used);

	host_heap_used += (size + 15) & ~15ul;
	if (host_heap_used > HOST_HEAP)
		abort();
	return at;
}

static inline void put8(addr at, u8 v)
{
	*(u8 *)(uintptr_t)at = v;
}

static inline void put32(addr at, u32 v)
{
	memcpy((void *)(uintptr_t)at, &v, 4);
}

static inline void put64(addr at, u64 v)
{
	memcpy((void *)(uintptr_t)at, &v, 8);
}

static inline u32 get32(addr at)
{
	u32 v;

	memcpy(&v, (void *)(uintptr_t)at, 4);
	return v;
}

static inline u64 get64(addr at)
{
	u64 v;

	memcpy(&v, (void *)(uintptr_t)at, 8);
	return v;
}

static inline addr mem_string(const char *text)
{
	addr at = mem(strlen(text) + 1);

	memcpy((void *)(uintptr_t)at, text, strlen(text) + 1);
	return at;
}

/* ----------------------------------------------------------- stackinfos, contexts */

#define CONTEXTS  8192
#define CXt_BLOCK 2 /* in every version */

static inline addr si_new(addr prev)
{
	addr si = mem(64);

	put64(si + layout.si_cxstack, mem((size_t)CONTEXTS * layout.sizeof_CONTEXT));
	put64(si + layout.si_prev, prev);
	put32(si + layout.si_cxix, (u32)-1);
	put32(si + layout.si_cxmax, CONTEXTS - 1);
	if (layout.si_cxsubix)
		put32(si + layout.si_cxsubix, (u32)-1);
	if (prev)
		put64(prev + layout.si_next, si);
	return si;
}

static inline void set_si(addr si)
{
	P.si = si;
	put64(P.base + layout.Icurstackinfo, si);
}

static inline addr curpad(void)
{
	return get64(P.base + layout.Icurpad);
}

/* Returns what it was. */
static inline addr set_curpad(addr pad)
{
	addr was = curpad();

	put64(P.base + layout.Icurpad, pad);
	return was;
}

/* Magic, sort, DESTROY and the like run on the next SI, which is made once and used again. */
static inline void si_push(void)
{
	addr next = get64(P.si + layout.si_next);

	next = next ? next : si_new(P.si);
	put32(next + layout.si_cxix, (u32)-1);
	set_si(next);
}

static inline void si_pop(void)
{
	set_si(get64(P.si + layout.si_prev));
}

static inline s32 cxix(void)
{
	return (s32)get32(P.si + layout.si_cxix);
}

static inline addr cx_at(s32 i)
{
	return get64(P.si + layout.si_cxstack) + (u64)(u32)i * layout.sizeof_CONTEXT;
}

static inline addr curcop(void)
{
	return get64(P.base + layout.Icurcop);
}

static inline addr cx_push(u32 type)
{
	s32 i = cxix() + 1;
	addr cx = cx_at(i);

	P.pads[P.pad_cnt % 64].cx = cx;
	P.pads[P.pad_cnt++ % 64].pad = get64(P.base + layout.Icurpad);
	put32(P.si + layout.si_cxix, (u32)i);
	put8(cx + layout.cx_type, (u8)type);
	put64(cx + layout.blk_oldcop, curcop());
	if (layout.si_cxsubix && (type & layout.CXTYPEMASK) >= layout.CXt_SUB) {
		put32(cx + layout.blk_sub_retop + 8, get32(P.si + layout.si_cxsubix));
		put32(P.si + layout.si_cxsubix, (u32)i);
	}
	return cx;
}

/* That of the sub around a context again; each call has one of its own. */
static inline void pad_pop(addr cx)
{
	u32 i = P.pad_cnt;

	while (i && P.pads[(i - 1) % 64].cx != cx)
		i--;
	if (i)
		put64(P.base + layout.Icurpad, P.pads[(i - 1) % 64].pad);
}

static inline void pad_push(void)
{
	P.last_pad += 64;
	put64(P.base + layout.Icurpad, P.last_pad);
}

/* As perl does it, the context stays in memory, but for blk_sub.cv. */
static inline void cx_pop(void)
{
	addr cx = cx_at(cxix());
	s32 i = cxix() - 1;

	pad_pop(cx);
	if (P.pad_cnt)
		P.pad_cnt--;
	if (((u8)get32(cx + layout.cx_type) & layout.CXTYPEMASK) == layout.CXt_SUB)
		put64(cx + layout.blk_sub_cv, 0);
	put64(P.base + layout.Icurcop, get64(cx + layout.blk_oldcop));
	put32(P.si + layout.si_cxix, (u32)i);
	if (!layout.si_cxsubix)
		return;
	while (i >= 0 &&
	       ((u8)get32(cx_at(i) + layout.cx_type) & layout.CXTYPEMASK) < layout.CXt_SUB)
		i--;
	put32(P.si + layout.si_cxsubix, (u32)i);
}

/* ---------------------------------------------------------- names, stashes, globs */

static inline u32 perl_hash(const char *text)
{
	u32 hash = 0;

	while (*text)
		hash = hash * 31 + (u8)*text++;
	return hash;
}

/* Also into the memory of another one, which was at least as long. */
static inline void hek_fill(addr hek, const char *text, bool utf8)
{
	size_t len = strlen(text);

	put32(hek + layout.hek_len - 4, perl_hash(text));
	put32(hek + layout.hek_len, (u32)len);
	memcpy((void *)(uintptr_t)(hek + layout.hek_key), text, len + 1);
	put8(hek + layout.hek_key + len + 1, utf8 ? (u8)layout.HVhek_UTF8 : 0);
}

static inline addr hek_new(const char *text, bool utf8)
{
	addr hek = mem(layout.hek_key + strlen(text) + 2);

	hek_fill(hek, text, utf8);
	return hek;
}

static inline addr sv_new(u32 flags, addr any, addr u)
{
	addr sv = mem(layout.sizeof_SV);

	put64(sv + layout.sv_any, any);
	put32(sv + layout.sv_flags, flags);
	put64(sv + layout.sv_u, u);
	return sv;
}

static inline addr stash_new(const char *name)
{
	addr body = mem(256), array = mem(8 * 8 + 256), hv, aux;

	put64(body + layout.xhv_max, 7);
	hv = sv_new(layout.SVt_PVHV | layout.SVphv_HasAUX, body, array);
	aux = layout.hv_aux_in_body ? body + layout.hv_aux_body_off : array + 8 * 8;
	put64(aux + layout.xhv_name_u, hek_new(name, false));
	return hv;
}

static inline addr gv_new(addr stash, const char *name)
{
	addr body = mem(64), gp = mem(96);

	put64(body + layout.xgv_stash, stash);
	put64(body + layout.xgv_namehek, hek_new(name, false));
	return sv_new(layout.SVt_PVGV | layout.SVpgv_GP, body, gp);
}

/* --------------------------------------------------------------- statements, subs */

/* Fills a COP, which may have been another one before. */
static inline void cop_fill(addr cop, const char *file, u32 line)
{
	char gv_name[256];

	put32(cop + layout.op_type_byte, layout.OP_NEXTSTATE);
	put32(cop + layout.cop_line, line);
	put32(cop + layout.cop_seq, P.cop_seq);
	if (layout.ithreads) {
		put64(cop + layout.cop_file, mem_string(file));
	} else {
		snprintf(gv_name, sizeof(gv_name), "_<%s", file);
		put64(cop + layout.cop_filegv, gv_new(P.no_gv_stash, gv_name));
	}
}

static inline addr cop_new(const char *file, u32 line)
{
	addr cop = mem(96);

	cop_fill(cop, file, line);
	return cop;
}

/* The package of a statement: a stash, an index into PL_stashpad, or a name. */
static inline void cop_set_package(addr cop, const char *name)
{
	if (!layout.ithreads) {
		put64(cop + layout.cop_stash, stash_new(name));
	} else if (layout.cop_stashoff) {
		if (!P.stashpad)
			P.stashpad = mem(16 * 8);
		put64(P.base + layout.Istashpad, P.stashpad);
		put64(P.stashpad + 8 * ++P.stash_cnt, stash_new(name));
		put32(cop + layout.cop_stashoff, P.stash_cnt);
	} else {
		put64(cop + layout.cop_stashpv, mem_string(name));
		if (layout.cop_stashlen)
			put32(cop + layout.cop_stashlen, (u32)strlen(name));
	}
}

static inline addr cv_body_new(addr stash, addr start, addr root, addr gv, u32 flags)
{
	addr body = mem(128);

	put64(body + layout.xcv_stash, stash);
	put64(body + layout.xcv_start, start);
	put64(body + layout.xcv_root, root);
	put64(body + layout.xcv_gv_u, gv);
	put32(body + layout.xcv_flags, flags);
	return body;
}

/* A Perl sub of one statement at file:line. */
static inline addr sub_new(const char *pkg, const char *name, const char *file, u32 line)
{
	addr stash = stash_new(pkg);
	addr body = cv_body_new(stash, cop_new(file, line), mem(64), gv_new(stash, name), 0);

	return sv_new(layout.SVt_PVCV, body, 0);
}

static inline addr xsub_new(const char *pkg, const char *name)
{
	addr stash = stash_new(pkg);
	addr body = cv_body_new(stash, 0, mem(16), gv_new(stash, name), layout.CVf_ISXSUB);

	return sv_new(layout.SVt_PVCV, body, 0);
}

static inline addr cv_start(addr cv)
{
	return get64(get64(cv + layout.sv_any) + layout.xcv_start);
}

static inline addr cv_depth(addr cv)
{
	return get64(cv + layout.sv_any) + layout.xcv_depth;
}

/* ------------------------------------------------------------------ the interpreter */

/* A perl of that layout, before its first statement.  Forgets everything there was. */
/* Another interpreter, with P from now on. */
static inline void perl_alloc(void)
{
	memset(&P, 0, sizeof(P));
	P.base = layout.multiplicity ? mem(8192) : 0;
	P.no_gv_stash = stash_new("main");
	P.cop_seq = 100;
	P.stack = mem(16);
	put64(P.base + layout.Istack_sp, P.stack);
	put64(P.base + layout.Icurcop, P.base + layout.Icompiling);
	pad_push();
	set_si(si_new(0));
}

static inline void fake_perl(const struct perl_layout *row)
{
	struct host_entry *entry, *next;
	size_t i;

	HASH_ITER(hh, host_entries, entry, next) {
		HASH_DEL(host_entries, entry);
		free(entry);
	}
	memset(host_heap, 0, host_heap_used);
	host_heap_used = 4096; /* nothing at the very start: 0 is no address here either */
	host_event_cnt = 0;
	host_map_limit = (size_t)-1;
	host_clock = 1000000;
	host_handler_ns = 0;
	host_clock_ns = 0;
	host_pid_tgid = (u64)100 << 32 | 100;
	host_waited_ns = 70000; /* before it was perl */
	memset(&host_reads, 0, sizeof(host_reads));
	memset(&host_lru, 0, sizeof(host_lru));

	layout = *row;
	settings = (struct settings){
		.want_stmts = 1,
		.want_leave = 1,
		.slowops = 2,
		.forkdepth = -1,
		.enter_by_stmt = enter_by_stmt && layout.si_cxsubix,
		.op_entersub = OP_ENTERSUB_NR,
		.op_unstack = OP_UNSTACK_NR,
		.sees_lex = 1,
	};
	memset(slow_ops, 0, sizeof(slow_ops));
	host_cwd = "/home/somebody";
	for (i = 0; !layout.multiplicity && layout_interp_name(i); i++)
		*layout_interp_field(&layout, i) =
			mem(128); /* a global each; PL_compiling is a COP */
	perl_alloc();
}

/* Time that perl itself takes. */
static inline void takes(u64 ns)
{
	host_clock += ns;
}

/* It is ready to run, and others have the processor. */
static inline void lets_others_run(u64 ns)
{
	host_clock += ns;
	host_waited_ns += ns;
}

/* A trap: half of it before the handler, half behind. */
#define PROBED(handler)                       \
	do {                                  \
		host_clock += TRAP_NS / 2;    \
		host_handler_ns = HANDLER_NS; \
		handler;                      \
		host_clock += TRAP_NS / 2;    \
	} while (0)

/* What a hit does at a place of that price, with its event ev: as hit_handle() in bpf/nytprof.bpf.c. */
#define HANDLED(returns, price_ns, action)                            \
	do {                                                          \
		struct event_now ev;                                  \
                                                                      \
		if (event_begin_at(&ev, P.base, returns, price_ns)) { \
			action;                                       \
			event_end(&ev);                               \
		}                                                     \
	} while (0)
#define HIT(action)		   PROBED(HANDLED(false, TRAP_NS, action))
#define RETURNED(price_ns, action) PROBED(HANDLED(true, price_ns, action)) /* behind a call */

static inline void statement(addr cop)
{
	put64(P.base + layout.Iop, cop);
	PROBED(event_statement(P.base, TRAP_NS));
	put64(P.base + layout.Icurcop, cop);
	P.retop = 0;
}

/* A file or a string is being compiled from here on, */
static inline void compiles(void)
{
	if (shadow_at(P.base, current_ids() >> 32))
		HIT(event_lex(&ev));
	put64(P.base + layout.Iparser, 1);
	P.cop_seq += 2;
}

/* to here. */
static inline void compiled(void)
{
	put64(P.base + layout.Iparser, 0);
}

/* The block that the main program is. */
static inline void program_begins(addr first)
{
	cx_push(CXt_BLOCK);
	statement(first);
}

static inline void sub_context(addr cv)
{
	addr cx = cx_push(layout.CXt_SUB);

	pad_push();
	put64(cx + layout.blk_sub_cv, cv);
	put64(cx + layout.blk_sub_retop, P.retop);
	put32(cx + layout.blk_sub_olddepth, get32(cv_depth(cv)));
	put32(cv_depth(cv), get32(cv_depth(cv)) + 1);
}

/* Each C function that perl is in has its part of the stack. */
static inline u64 c_stack(void)
{
	return 0x7fff0000 - 256ull * P.c_depth;
}

/* The op that runs. */
static inline void at_op(addr op)
{
	put64(P.base + layout.Iop, op);
	P.retop = op < 4096 ? 0 : get64(op + layout.op_next);
}

/* The entry of pp_entersub, if it is probed. */
static inline void probe_entersub(addr what)
{
	put64(P.stack, what);
	if (!settings.enter_by_stmt)
		HIT(event_entersub(&ev, c_stack()));
}

/* pp_entersub refuses to call that. */
static inline void refuse(addr what)
{
	addr op = mem(64);

	put32(op + layout.op_type_byte, OP_ENTERSUB_NR);
	at_op(op);
	probe_entersub(what);
	if (settings.enter_by_stmt)
		HIT(event_croak(&ev));
}

/* pp_entersub of a Perl sub, which is on the stack as what; its first statement is yet to come. */
static inline void enter_as(addr what, addr cv)
{
	probe_entersub(what);
	sub_context(cv);
	/* The mark is popped. */
	if (get64(P.base + layout.Imarkstack_ptr))
		put64(P.base + layout.Imarkstack_ptr, get64(P.base + layout.Imarkstack_ptr) - 4);
}

static inline void enter(addr cv)
{
	enter_as(cv, cv);
}

/* Like a call: enters, and runs the sub's first statement. */
static inline void call(addr cv)
{
	enter(cv);
	statement(cv_start(cv));
}

static inline void sub_context_pop(void)
{
	addr cx = cx_at(cxix());
	addr cv = get64(cx + layout.blk_sub_cv);

	put32(cv_depth(cv), get32(cx + layout.blk_sub_olddepth));
	cx_pop();
}

static inline void leave(void)
{
	addr cx = cx_at(cxix()), cv = get64(cx + layout.blk_sub_cv);

	/* Where the probe is right before the context is popped, that has no CV any more. */
	if (settings.enter_by_stmt) {
		put64(cx + layout.blk_sub_cv, 0);
		HIT(event_leave(&ev, cv));
		put64(cx + layout.blk_sub_cv, cv);
	} else {
		HIT(event_leave(&ev, 0));
	}
	sub_context_pop();
}

/* pp_entersub of an XSUB, up to its C function; xsub_returns ends it. */
static inline void xsub_enter(addr cv)
{
	probe_entersub(cv);
	if (settings.enter_by_stmt) {
		put64(P.base + layout.Istack_sp, P.stack - 8); /* the CV is taken off */
		HIT(event_xsub(&ev, cv, c_stack() - 0x78));
		put64(P.base + layout.Istack_sp, P.stack);
	}
	P.c_depth++;
}

static inline void xsub_returns(void)
{
	P.c_depth--;
	RETURNED(TRAP_NS, event_xsub_ret(&ev, c_stack() - 0x78));
}

/*
 * The function of a builtin, up to what it does; its return address is at sp.  slowop_returns
 * ends it.
 */
static inline bool slowop_enter_at(u32 type, u64 sp)
{
	addr op = mem(64);
	bool wanted = false;

	put32(op + layout.op_type_byte, type);
	put64(P.base + layout.Iop, op);
	HIT(wanted = event_slowop(&ev, sp));
	return wanted;
}

static inline void slowop_returns(u64 sp)
{
	RETURNED(settings.behind_ns ?: TRAP_NS, event_slowop_ret(&ev, sp));
}

/* A block or a loop with a context of its own. */
static inline void block_enter(void)
{
	cx_push(CXt_BLOCK);
}

/* pp_leave */
static inline void block_leave(void)
{
	HIT(event_block(&ev));
	cx_pop();
}

/* Makes several ops the kids of one, in that order. */
static inline void op_kids(addr parent, const addr *kids, size_t cnt)
{
	size_t i;

	put64(parent + layout.op_first, kids[0]);
	for (i = 0; i < cnt; i++) {
		put64(kids[i] + layout.op_sibparent, i + 1 < cnt	   ? kids[i + 1] :
						     layout.PERL_OP_PARENT ? parent :
									     0);
		put8(kids[i] + layout.op_moresib_byte,
		     i + 1 < cnt ? (u8)layout.op_moresib_mask : 0);
	}
}

/*
 * The ops of a loop, its COP and that of its body's statement; returns the op in its condition:
 * lineseq(nextstate, leaveloop(enterloop, and(or(const, entersub), lineseq(nextstate, unstack)))).
 */
static inline addr loop_new(addr cop, addr body)
{
	addr lineseq = mem(64), leaveloop = mem(64), and = mem(64), or = mem(64), seq = mem(64);
	addr call = mem(64);

	op_kids(lineseq, (addr[]){ cop, leaveloop, cop_new("/a.pl", 99) }, 3);
	op_kids(leaveloop, (addr[]){ mem(64), and}, 2);
	op_kids(and, (addr[]){ or, seq }, 2);
	op_kids(or, (addr[]){ mem(64), call }, 2);
	op_kids(seq, (addr[]){ body, mem(64) }, 2);
	put32(and+layout.op_type_byte, OP_AND_NR);
	op_costs[OP_AND_NR] = COST_BRANCH | 3;
	put64(call + layout.op_next, and);
	return call;
}

static inline void eval_enter(void)
{
	cx_push(layout.CXt_EVAL | layout.CXp_TRYBLOCK);
}

/* Pops contexts as dounwind does, without the probe. */
static inline void pop_to(s32 to)
{
	while (cxix() > to) {
		addr cx = cx_at(cxix());

		if (((u8)get32(cx + layout.cx_type) & layout.CXTYPEMASK) == layout.CXt_SUB &&
		    get64(cx + layout.blk_sub_cv))
			sub_context_pop();
		else
			cx_pop();
	}
}

/* die, caught by the eval whose context is at that index of the current SI, or of one below. */
static inline void die_to(s32 eval)
{
	HIT(event_die(&ev));
	while (get64(P.si + layout.si_prev)) {
		if (cxix() >= 0)
			HIT(event_unwind(&ev, -1));
		pop_to(-1);
		si_pop();
	}
	if (cxix() > eval) {
		HIT(event_unwind(&ev, eval));
		pop_to(eval);
	}
	cx_pop();
}

/* ------------------------------------------------------------------- the outcome */

static inline struct shadow *shadow_now(void)
{
	struct shadow_key key = { .base = P.base, .tgid = host_pid_tgid >> 32 };

	return bpf_map_lookup_elem(&shadows, &key);
}

/* The id of a process's interpreter, also of one that has ended. */
static inline u32 interp_of(u32 tgid)
{
	struct host_entry *entry;
	u32 id = 0;

	for (entry = host_entries; entry; entry = entry->hh.next) {
		if (entry->id.map == &interps &&
		    ((const struct interp *)(const void *)entry->value)->tgid == tgid)
			memcpy(&id, entry->id.key, sizeof(id));
	}
	return id;
}

static inline void process_ends(void)
{
	thread_exited((u32)(host_pid_tgid >> 32), (u32)host_pid_tgid, 0, true);
	process_ended((u32)(host_pid_tgid >> 32), 0);
}

/* The text of a string id; static. */
static inline const char *string_text(u32 id)
{
	static char texts[4][STRING_MAX + 1];
	static unsigned turn;
	char *text = texts[turn++ % 4];
	struct string_key key = { .id = id };
	struct string_part *part = bpf_map_lookup_elem(&strings, &key);
	u32 at, len;

	if (!part)
		return "(none)";
	len = part->head.len;
	memcpy(text, part->head.data,
	       len < sizeof(part->head.data) ? len : sizeof(part->head.data));
	for (at = sizeof(part->head.data); at < len; at += STRING_PART) {
		key.part++;
		part = bpf_map_lookup_elem(&strings, &key);
		memcpy(text + at, part->data, len - at < STRING_PART ? len - at : STRING_PART);
	}
	text[len] = '\0';
	return text;
}

static inline bool file_is(u32 id, const char *name)
{
	char eval[32];

	if (id & FILE_EVAL) {
		snprintf(eval, sizeof(eval), "(eval %u)", id & ~FILE_EVAL);
		return !strcmp(eval, name);
	}
	return !strcmp(string_text(id), name);
}

/* "Package::name" of a sub id. */
static inline const char *sub_text(u32 interp, u32 id)
{
	struct sub_key of_eval = { .interp = interp, .id = id };
	static char texts[4][2 * STRING_MAX + 4];
	static unsigned turn;
	char *text = texts[turn++ % 4];
	struct sub *sub = id & SUB_OF_EVAL ? bpf_map_lookup_elem(eval_subs_now(), &of_eval) :
					     bpf_map_lookup_elem(&subs, &id);

	if (id == SUB_RUNTIME)
		return "main::RUNTIME";
	if (id == SUB_NULL)
		return "main::NULL";
	if (!sub)
		return "(none)";
	if (sub->flags & SUB_SLOWOP) {
		snprintf(text, sizeof(texts[0]), "%s::CORE:%u",
			 sub->pkg ? string_text(sub->pkg) : "", sub->name);
		return text;
	}
	snprintf(text, sizeof(texts[0]), "%s::%s", sub->pkg ? string_text(sub->pkg) : "",
		 string_text(sub->name));
	return text;
}

/* What is in slots goes where the other counts are, as the agent has it; the slots are empty then. */
static inline void slots_collect(void)
{
	struct stmt_slot *slot;
	struct stmt *known;
	u32 i;

	for (i = 0; i < STMT_SLOTS; i++) {
		slot = host_lookup(&slots_first, sizeof(i), &i);
		if (slot && slot->interp) {
			struct stmt_key key = { .interp = slot->interp,
						.file = slot->file,
						.line = slot->line ?: 1,
						.part = slot->part };

			known = bpf_map_lookup_elem(&stmts_first, &key);
			if (!known)
				bpf_map_update_elem(&stmts_first, &key, &slot->count, BPF_ANY);
			else
				*known = (struct stmt){ known->cnt + slot->count.cnt,
							known->ns + slot->count.ns };
		}
	}
	host_forget_map(&slots_first);
}

/* Sums over all interpreters and nodes. */
static inline struct stmt stmt_sum(const char *file, u32 line)
{
	struct stmt sum = {};
	struct host_entry *entry;

	slots_collect();
	for (entry = host_entries; entry; entry = entry->hh.next) {
		const struct stmt_key *key = (const void *)entry->id.key;
		const struct stmt *stmt = (const void *)entry->value;

		if (entry->id.map != &stmts_first || key->line != line || !file_is(key->file, file))
			continue;
		sum.cnt += stmt->cnt;
		sum.ns += stmt->ns;
	}
	return sum;
}

static inline struct call call_sum(const char *caller, const char *callee, u32 line)
{
	struct call sum = {};
	struct host_entry *entry;

	for (entry = host_entries; entry; entry = entry->hh.next) {
		const struct call_key *key = (const void *)entry->id.key;
		const struct call *one = (const void *)entry->value;

		if (entry->id.map != &calls_first || (line && key->line != line) ||
		    strcmp(sub_text(key->interp, key->callee), callee) != 0 ||
		    (caller && strcmp(sub_text(key->interp, key->caller), caller) != 0))
			continue;
		sum.cnt += one->cnt;
		sum.incl_ns += one->incl_ns;
		sum.excl_ns += one->excl_ns;
		sum.reci_ns += one->reci_ns;
		if (one->rec_depth > sum.rec_depth)
			sum.rec_depth = one->rec_depth;
	}
	return sum;
}

/* Losses of one kind, of all interpreters, and of none. */
static inline u64 losses_of(u32 reason)
{
	u64 *none = host_lookup(&losses, sizeof(reason), &reason), sum = none ? *none : 0;
	struct host_entry *entry;

	for (entry = host_entries; entry; entry = entry->hh.next) {
		if (entry->id.map == &interps)
			sum += ((const struct interp *)(const void *)entry->value)->lost[reason];
	}
	return sum;
}

static inline u64 lost_sum(void)
{
	u64 sum = 0;
	u32 reason;

	for (reason = 0; reason < LOSS_CNT; reason++)
		sum += losses_of(reason);
	return sum;
}

#endif
