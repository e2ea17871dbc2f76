// SPDX-License-Identifier: GPL-2.0-or-later
/* From PL_curstackinfo down, as Perl_caller_cx goes (pp_ctl.c, 5.14 to 5.44); knows no names. */
#include "dump/stack.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "inspect/memory.h"
#include "inspect/perl_memory.h"

#define STACKINFOS_MAX (1u << 14) /* each is a C call of perl's own: its C stack ends before that */
#define CONTEXTS_MAX   (1u << 19)
#define CONTEXT_MAX    128u /* bytes of one that are read: 5.44 has 104 */

/* A stackinfo (cop.h, struct stackinfo). */
struct stackinfo {
	uint64_t contexts;
	uint64_t prev;
	int32_t top; /* -1: it is empty */
	int32_t room;
	uint32_t type;
};

struct walk {
	struct perl_memory *p;
	const struct perl_layout *l;
	struct dump_stack *stack;
	uint64_t db_sub; /* the CV of DB::sub, 0: none */
	size_t room; /* of stack->calls */
	bool ended;
	int rc;
};

static void walk_end(struct walk *w, int rc, const char *why)
{
	w->ended = true;
	w->rc = w->rc ?: rc;
	w->stack->why = w->stack->why ?: why;
}

static uint64_t field_u64(const char *bytes, uint32_t at)
{
	uint64_t val;

	memcpy(&val, bytes + at, sizeof(val));
	return val;
}

static uint32_t field_u32(const char *bytes, uint32_t at)
{
	uint32_t val;

	memcpy(&val, bytes + at, sizeof(val));
	return val;
}

/* --------------------------------------------------------------------- a context */

/* cop.h, CxOLD_OP_TYPE: above the bits of PL_in_eval. */
static bool is_text_eval(const struct walk *w, const char *cx)
{
	return (field_u32(cx, w->l->blk_u16) & 0xffff) >> 7 == w->l->OP_ENTEREVAL;
}

static void set_eval(const struct walk *w, const char *cx, struct dump_call *call)
{
	uint64_t name = field_u64(cx, w->l->blk_eval_old_namesv);

	call->kind = CALL_EVAL;
	if (is_text_eval(w, cx)) {
		call->kind = CALL_EVAL_TEXT;
		call->text = field_u64(cx, w->l->blk_eval_cur_text);
	} else if (name) {
		call->kind = CALL_REQUIRE;
		call->text = name;
	}
	if (call->kind == CALL_EVAL)
		return;
	call->code = field_u64(cx, w->l->blk_eval_cv);
	call->depth = 1;
}

static void set_sub(const struct walk *w, const char *cx, struct dump_call *call)
{
	call->code = field_u64(cx, w->l->blk_sub_cv);
	call->depth = field_u32(cx, w->l->blk_sub_olddepth) + 1;
}

/* False: caller() does not show it (pp_ctl.c, S_dopoptosub_at). */
static bool set_call(const struct walk *w, const char *cx, struct dump_call *call)
{
	const struct perl_layout *l = w->l;
	uint32_t flags = (uint8_t)cx[l->cx_type], type = flags & l->CXTYPEMASK;

	*call = (struct dump_call){ .from = { .cop = field_u64(cx, l->blk_oldcop),
					      .op = field_u64(cx, l->blk_sub_retop),
					      .op_is_next = true } };
	if (type == l->CXt_EVAL && !(flags & l->CXp_TRY)) {
		set_eval(w, cx, call);
	} else if (type == l->CXt_SUB && !(flags & l->CXp_SUB_RE_FAKE)) {
		call->kind = CALL_SUB;
		set_sub(w, cx, call);
	} else if (type == l->CXt_FORMAT) {
		call->kind = CALL_FORMAT;
		set_sub(w, cx, call);
	} else {
		return false;
	}
	return true;
}

static void add_call(struct walk *w, const struct dump_call *call)
{
	struct dump_stack *s = w->stack;
	struct dump_call *more;

	if (s->cnt == STACK_CALLS_MAX) {
		walk_end(w, 0, "there are more calls than 262144: the outer ones are not shown");
		return;
	}
	if (s->cnt == w->room) {
		w->room = w->room ? 2 * w->room : 64;
		more = reallocarray(s->calls, w->room, sizeof(*more));
		if (!more) {
			walk_end(w, -ENOMEM, "out of memory");
			return;
		}
		s->calls = more;
	}
	s->calls[s->cnt++] = *call;
}

/* ------------------------------------------------------------------- a stackinfo */

static bool read_context(struct walk *w, const struct stackinfo *si, int32_t i, char *cx)
{
	uint64_t at = si->contexts + (uint64_t)i * w->l->sizeof_CONTEXT;

	if (++w->stack->contexts > CONTEXTS_MAX)
		walk_end(w, 0, "there are more contexts than 524288: the outer ones are not shown");
	else if (memory_read(w->p->mem, at, cx, w->l->sizeof_CONTEXT))
		walk_end(w, 0, "a context can't be read: the outer calls are not shown");
	return !w->ended;
}

/*
 * Under the debugger each call is one of DB::sub, which calls the sub: that is shown, as called
 * from where DB::sub was (pp_ctl.c, Perl_caller_cx).
 */
static void add_calls(struct walk *w, const struct stackinfo *si)
{
	char cx[CONTEXT_MAX] = {};
	struct dump_call call, held = {};
	bool holds = false;
	int32_t i;

	for (i = si->top; i >= 0 && read_context(w, si, i, cx); i--) {
		if (!set_call(w, cx, &call))
			continue;
		if (w->db_sub && call.kind == CALL_SUB && call.code == w->db_sub) {
			if (holds && held.kind == CALL_SUB)
				held.from = call.from;
			continue;
		}
		if (holds)
			add_call(w, &held);
		held = call;
		holds = true;
	}
	if (holds)
		add_call(w, &held);
}

static bool read_stackinfo(struct walk *w, uint64_t addr, struct stackinfo *si)
{
	const struct perl_layout *l = w->l;
	char bytes[64];

	if (memory_read(w->p->mem, addr, bytes, sizeof(bytes)))
		return false;
	si->contexts = field_u64(bytes, l->si_cxstack);
	si->prev = field_u64(bytes, l->si_prev);
	si->top = (int32_t)field_u32(bytes, l->si_cxix);
	si->room = (int32_t)field_u32(bytes, l->si_cxmax);
	si->type = field_u32(bytes, l->si_type);
	return si->top >= -1 && si->top <= si->room;
}

/* caller() stops at the first of them, too: what is beneath is of another perl_run. */
static bool is_outermost(const struct walk *w, const struct stackinfo *si)
{
	return si->type == w->l->PERLSI_MAIN || !si->prev;
}

static void add_stackinfos(struct walk *w, uint64_t addr)
{
	struct stackinfo si;
	unsigned i;

	for (i = 0; i < STACKINFOS_MAX; i++) {
		if (!read_stackinfo(w, addr, &si)) {
			walk_end(w, i ? 0 : -EFAULT,
				 "a stack can't be read: the outer calls are not shown");
			return;
		}
		add_calls(w, &si);
		if (w->ended || is_outermost(w, &si))
			return;
		addr = si.prev;
	}
	walk_end(w, 0, "the stacks lead to each other without an end");
}

/* --------------------------------------------------------------------------- all */

static void add_main(struct walk *w, uint64_t base)
{
	const struct dump_call program = { .kind = CALL_MAIN,
					   .depth = 1,
					   .code = perl_u64(w->p, base + w->l->Imain_cv) };

	if (!w->ended)
		add_call(w, &program);
}

static uint64_t db_sub(struct perl_memory *p, uint64_t base)
{
	struct sv gv;

	if (!perl_sv(p, perl_u64(p, base + p->layout->IDBsub), p->layout->SVt_PVGV, &gv) ||
	    !(gv.flags & p->layout->SVpgv_GP))
		return 0;
	return perl_u64(p, gv.u + p->layout->gp_cv);
}

int stack_read(struct perl_memory *p, uint64_t base, struct dump_stack *stack)
{
	const struct perl_layout *l = p->layout;
	struct walk w = { .p = p, .l = l, .stack = stack };
	uint64_t first;

	*stack = (struct dump_stack){};
	if (!l->sizeof_CONTEXT || l->sizeof_CONTEXT > CONTEXT_MAX)
		return -EINVAL;
	memory_forget(p->mem);
	stack->now.cop = perl_u64(p, base + l->Icurcop);
	stack->now.op = stack->op = perl_u64(p, base + l->Iop);
	first = perl_u64(p, base + l->Icurstackinfo);
	if (!first || !stack->now.cop)
		return -EFAULT;
	w.db_sub = db_sub(p, base);
	add_stackinfos(&w, first);
	add_main(&w, base);
	return w.rc;
}

void stack_release(struct dump_stack *stack)
{
	free(stack->calls);
	*stack = (struct dump_stack){};
}

enum stack_motion stack_compare(const struct dump_stack *a, const struct dump_stack *b)
{
	if (a->cnt != b->cnt || a->contexts != b->contexts ||
	    (a->cnt && memcmp(a->calls, b->calls, a->cnt * sizeof(*a->calls)) != 0))
		return STACK_MOVED;
	return a->now.cop == b->now.cop && a->op == b->op ? STACK_STOOD : STACK_AT_OTHER_OP;
}
