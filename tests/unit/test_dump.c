// SPDX-License-Identifier: GPL-2.0-or-later
/* Stacks, names and variables of a made perl in this process's own memory, and of nonsense. */
#include <criterion/criterion.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "dump/code.h"
#include "dump/locals.h"
#include "dump/stack.h"
#include "dump/threads.h"
#include "inspect/memory.h"
#include "inspect/perl_memory.h"
#include "made_perl.h"
#include "perl/layout.h"

#define BASE	((uint64_t)heap)
#define SI_SORT 4u /* any that is not PERLSI_MAIN */

static struct perl_memory p;
static struct dump_stack stack;

/* Where the made interpreter has its variables, in the 128 bytes before what made_begin() makes. */
static void begin(const struct perl_layout *layout)
{
	made_begin(layout);
	l.Icurcop = 0;
	l.Iop = 8;
	l.Icurstackinfo = 16;
	l.Imain_cv = 24;
	l.IDBsub = 32;
	put64(BASE + l.Icurcop, make_cop("now.pl", 7));
}

static void set_up(void)
{
	made_init();
	p = (struct perl_memory){ .mem = memory_open(getpid()), .layout = &l };
	cr_assert_not_null(p.mem);
	begin(&layout_rows(NULL)->layout);
}

static void tear_down(void)
{
	stack_release(&stack);
	memory_free(p.mem);
}

TestSuite(dump, .init = set_up, .fini = tear_down, .timeout = 60);

static void each_layout(void (*check)(void))
{
	size_t cnt, i;
	const struct layout_row *rows = layout_rows(&cnt);

	for (i = 0; i < cnt; i++) {
		begin(&rows[i].layout);
		check();
	}
}

static uint64_t make_si(uint32_t type, uint64_t prev, uint64_t contexts, int32_t top)
{
	uint64_t si = make(96);

	put64(si + l.si_cxstack, contexts);
	put64(si + l.si_prev, prev);
	put32(si + l.si_cxix, (uint32_t)top);
	put32(si + l.si_cxmax, (uint32_t)top + 4);
	put32(si + l.si_type, type);
	return si;
}

static void put_call(uint64_t contexts, unsigned i, uint32_t type, uint64_t cv, uint64_t from)
{
	uint64_t cx = contexts + i * l.sizeof_CONTEXT;

	*(char *)(cx + l.cx_type) = (char)type;
	put64(cx + l.blk_oldcop, from);
	if (type == l.CXt_SUB)
		put64(cx + l.blk_sub_cv, cv);
}

static int read_stack(uint64_t si)
{
	put64(BASE + l.Icurstackinfo, si);
	stack_release(&stack);
	return stack_read(&p, BASE, &stack);
}

static void expect_why(const char *why)
{
	cr_expect(stack.why && strstr(stack.why, why), "%s, not %s", stack.why ?: "nothing", why);
}

static void expect_place(const struct dump_place *place, const char *file, uint32_t line)
{
	uint64_t cop = place_cop(&p, place);
	char *found = cop_file_text(&p, cop);

	cr_expect_str_eq(found, file);
	cr_expect_eq(cop_line_number(&p, cop), line);
	free(found);
}

/* ------------------------------------------------------------------------- stacks */

static void check_calls(void)
{
	uint64_t contexts = make(3 * l.sizeof_CONTEXT), inner = make(l.sizeof_CONTEXT), si;
	uint64_t f = cv_of(make_sub(defstash, "f", "a.pl", 3, 4));
	uint64_t g = cv_of(make_sub(make_package(defstash, "Foo::", "Foo"), "g", "b.pl", 1, 2));
	char *name;

	put_call(contexts, 0, l.CXt_SUB, f, make_cop("a.pl", 30));
	put_call(contexts, 1, l.CXt_BLOCK, 0, 0);
	put_call(contexts, 2, l.CXt_EVAL, 0, make_cop("a.pl", 3));
	put_call(inner, 0, l.CXt_SUB, g, make_cop("a.pl", 4));
	si = make_si(l.PERLSI_MAIN, 0, contexts, 2);
	cr_assert_eq(read_stack(make_si(SI_SORT, si, inner, 0)), 0);
	cr_assert_eq(stack.cnt, 4);
	cr_expect_eq(stack.contexts, 4);
	cr_expect_null(stack.why);
	cr_expect_eq(stack.calls[0].kind, CALL_SUB);
	cr_expect_eq(stack.calls[1].kind, CALL_EVAL);
	cr_expect_eq(stack.calls[2].code, f);
	cr_expect_eq(stack.calls[3].kind, CALL_MAIN);
	name = code_name(&p, stack.calls[0].code);
	cr_expect_str_eq(name, "Foo::g");
	free(name);
	expect_place(&stack.now, "now.pl", 7);
	expect_place(&stack.calls[0].from, "a.pl", 4);
	expect_place(&stack.calls[2].from, "a.pl", 30);
}

Test(dump, calls_of_all_stackinfos_are_read_in_every_layout)
{
	each_layout(check_calls);
}

Test(dump, a_call_of_db_sub_is_that_of_the_sub)
{
	uint64_t contexts = make(2 * l.sizeof_CONTEXT);
	uint64_t f = cv_of(make_sub(defstash, "f", "a.pl", 3, 4));
	uint64_t db = make_sub(defstash, "sub", "db.pl", 1, 2);

	put64(BASE + l.IDBsub, db);
	put_call(contexts, 0, l.CXt_SUB, cv_of(db), make_cop("a.pl", 30));
	put_call(contexts, 1, l.CXt_SUB, f, make_cop("db.pl", 2));
	cr_assert_eq(read_stack(make_si(l.PERLSI_MAIN, 0, contexts, 1)), 0);
	cr_assert_eq(stack.cnt, 2);
	cr_expect_eq(stack.calls[0].code, f);
	expect_place(&stack.calls[0].from, "a.pl", 30);
}

Test(dump, what_moved_is_told_from_what_is_at_another_statement)
{
	uint64_t contexts = make(2 * l.sizeof_CONTEXT), si;
	struct dump_stack before;

	put_call(contexts, 0, l.CXt_EVAL, 0, make_cop("a.pl", 30));
	put_call(contexts, 1, l.CXt_EVAL, 0, make_cop("a.pl", 31));
	si = make_si(l.PERLSI_MAIN, 0, contexts, 1);
	put64(BASE + l.Icurstackinfo, si);
	cr_assert_eq(stack_read(&p, BASE, &before), 0);
	cr_assert_eq(read_stack(si), 0);
	cr_expect_eq(stack_compare(&before, &stack), STACK_STOOD);
	put64(BASE + l.Icurcop, make_cop("now.pl", 8));
	cr_assert_eq(read_stack(si), 0);
	cr_expect_eq(stack_compare(&before, &stack), STACK_AT_OTHER_OP);
	put32(si + l.si_cxix, 0);
	cr_assert_eq(read_stack(si), 0);
	cr_expect_eq(stack_compare(&before, &stack), STACK_MOVED);
	stack_release(&before);
}

/* ----------------------------------------------------------------------- nonsense */

Test(dump, stackinfos_in_a_circle_have_an_end)
{
	uint64_t contexts = make(l.sizeof_CONTEXT), si = make_si(SI_SORT, 0, contexts, 0);

	put_call(contexts, 0, l.CXt_EVAL, 0, make_cop("a.pl", 30));
	put64(si + l.si_prev, si);
	cr_assert_eq(read_stack(si), 0);
	expect_why("without an end");
	cr_expect_geq(stack.cnt, 1);
}

Test(dump, what_can_not_be_read_leaves_what_could_be)
{
	uint64_t contexts = make(l.sizeof_CONTEXT), hole = BASE + HEAP_SZ + 64;

	put_call(contexts, 0, l.CXt_EVAL, 0, make_cop("a.pl", 30));
	cr_assert_eq(read_stack(make_si(SI_SORT, hole, contexts, 0)), 0);
	expect_why("a stack can't be read");
	cr_expect_eq(stack.cnt, 1);
	cr_assert_eq(read_stack(make_si(SI_SORT, 0, hole, 5)), 0);
	expect_why("a context can't be read");
	cr_expect_eq(stack.cnt, 0);
	cr_expect_eq(read_stack(hole), -EFAULT);
	cr_expect_eq(read_stack(0), -EFAULT);
}

Test(dump, a_stackinfo_with_more_contexts_than_room_is_none)
{
	uint64_t si = make_si(SI_SORT, 0, make(l.sizeof_CONTEXT), 0);

	put32(si + l.si_cxix, 100);
	cr_expect_eq(read_stack(si), -EFAULT);
	put32(si + l.si_cxix, (uint32_t)-2);
	cr_expect_eq(read_stack(si), -EFAULT);
}

Test(dump, a_million_calls_are_cut)
{
	const unsigned calls = 1000000;
	char *contexts = mmap(NULL, (size_t)calls * l.sizeof_CONTEXT, PROT_READ | PROT_WRITE,
			      MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	uint64_t from = make_cop("a.pl", 30), cv = cv_of(make_sub(defstash, "f", "a.pl", 3, 4));
	unsigned i;

	cr_assert_neq(contexts, MAP_FAILED);
	for (i = calls - STACK_CALLS_MAX - 10; i < calls; i++)
		put_call((uint64_t)contexts, i, l.CXt_SUB, cv, from);
	cr_assert_eq(read_stack(make_si(l.PERLSI_MAIN, 0, (uint64_t)contexts, calls - 1)), 0);
	cr_expect_eq(stack.cnt, STACK_CALLS_MAX);
	expect_why("more calls than 262144");
	munmap(contexts, (size_t)calls * l.sizeof_CONTEXT);
}

Test(dump, a_million_blocks_are_cut)
{
	const unsigned blocks = 1000000;
	char *contexts = mmap(NULL, (size_t)blocks * l.sizeof_CONTEXT, PROT_READ | PROT_WRITE,
			      MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

	cr_assert_neq(contexts, MAP_FAILED);
	cr_assert_eq(read_stack(make_si(l.PERLSI_MAIN, 0, (uint64_t)contexts, blocks - 1)), 0);
	expect_why("more contexts than 524288");
	munmap(contexts, (size_t)blocks * l.sizeof_CONTEXT);
}

Test(dump, names_of_what_is_no_sub)
{
	uint64_t nonsense[] = { 0, 8, BASE + HEAP_SZ + 64, defstash, make(64) };
	size_t i;

	for (i = 0; i < sizeof(nonsense) / sizeof(nonsense[0]); i++) {
		char *name = code_name(&p, nonsense[i]);

		cr_expect_str_eq(name, "(unknown)");
		free(name);
	}
}

/* ------------------------------------------------------------------------- places */

static uint64_t make_op(uint64_t first, uint64_t sibling, uint64_t next)
{
	uint64_t op = make(96);

	put32(op + l.op_type_byte, 1);
	put64(op + l.op_next, next);
	put64(op + l.op_first, first);
	put64(op + l.op_sibparent, sibling);
	if (sibling)
		*(char *)(op + l.op_moresib_byte) |= (char)l.op_moresib_mask;
	if (first)
		*(char *)(op + l.op_flags) |= (char)l.OPf_KIDS;
	return op;
}

/* if (...) { } elsif (CALL) { }: the second condition has a COP that is null. */
static void check_elsif(void)
{
	uint64_t cop = make_cop("a.pl", 1), null = make_cop("a.pl", 3), after = make(16);
	uint64_t call = make_op(0, 0, after), branch;

	put32(null + l.op_type_byte, 0);
	put64(null + l.op_targ, l.OP_NEXTSTATE);
	put64(null + l.op_sibparent, call);
	*(char *)(null + l.op_moresib_byte) |= (char)l.op_moresib_mask;
	branch = make_op(null, 0, 0);
	put64(cop + l.op_sibparent, make_op(branch, 0, 0));
	*(char *)(cop + l.op_moresib_byte) |= (char)l.op_moresib_mask;
	memory_forget(p.mem);
	cr_expect_eq(place_cop(&p, &(struct dump_place){ cop, after, true }), null);
	cr_expect_eq(place_cop(&p, &(struct dump_place){ cop, call, false }), null);
	cr_expect_eq(place_cop(&p, &(struct dump_place){ cop, 0x1234, true }), cop);
	cr_expect_eq(place_cop(&p, &(struct dump_place){ cop, 0, true }), cop);
}

Test(dump, a_place_has_the_line_of_the_closest_cop)
{
	each_layout(check_elsif);
}

Test(dump, ops_in_a_circle_have_an_end)
{
	uint64_t cop = make_cop("a.pl", 1), op = make_op(BASE, 0, 0), twin = make_op(BASE, op, 0);

	put64(op + l.op_first, twin);
	put64(op + l.op_sibparent, twin);
	*(char *)(op + l.op_moresib_byte) |= (char)l.op_moresib_mask;
	put64(twin + l.op_first, op);
	put64(cop + l.op_sibparent, op);
	*(char *)(cop + l.op_moresib_byte) |= (char)l.op_moresib_mask;
	cr_expect_eq(place_cop(&p, &(struct dump_place){ cop, 0x1234, true }), cop);
}

/* ------------------------------------------------------------------------- threads */

Test(dump, a_threads_value_is_found_from_its_robust_list)
{
	uint64_t thread = make(4096), list = thread + 736, first = list + 48;

	put64(first + 512, first);
	put64(first + 3 * 16 + 8, 4711);
	cr_expect_eq(thread_specific(&p, list, 3), 4711);
	cr_expect_eq(thread_specific(&p, list, 40), 0);
	cr_expect_eq(thread_specific(&p, list, 5000), 0);
	cr_expect_eq(thread_specific(&p, 0, 3), 0);
	cr_expect_eq(thread_specific(&p, BASE + HEAP_SZ, 3), 0);
	put64(first + 512, 0);
	memory_forget(p.mem);
	cr_expect_eq(thread_specific(&p, list, 3), 0);
}

/* -------------------------------------------------------------------------- locals */

static char seen[256];

static int see(void *arg, const char *name, const char *type, const char *value)
{
	size_t len = strlen(seen);

	(void)arg;
	snprintf(seen + len, sizeof(seen) - len, "%s %s %s;", name, type, value ?: "-");
	return 0;
}

static uint64_t make_name(const char *text, uint32_t low, uint32_t high)
{
	uint64_t name = make(96), bytes = make(strlen(text) + 1);

	memcpy((void *)bytes, text, strlen(text));
	put64(name + l.xpadn_pv, bytes);
	put32(name + l.xpadn_len, (uint32_t)strlen(text));
	put32(name + l.xpadn_low, low);
	put32(name + l.xpadn_high, high);
	return name;
}

static uint64_t make_string(const char *text)
{
	uint64_t body = make(64), bytes = make(strlen(text) + 1);

	memcpy((void *)bytes, text, strlen(text));
	put64(body + l.xpv_cur, strlen(text));
	return make_sv(3 | l.SVf_POK, body, bytes);
}

/* One in scope from 10 to 20, one from 30 on; cnt: what the list says it has. */
static uint64_t make_padded_cv(uint64_t cnt)
{
	uint64_t list = make(64), pads = make(16), names = make(64), all = make(24);
	uint64_t values = make(24), cv = cv_of(make_sub(defstash, "f", "a.pl", 1, 2));

	put64(all + 8, make_name("$in", 10, 20));
	put64(all + 16, make_name("$out", 30, 40));
	put64(names + l.xpadnl_alloc, all);
	put64(names + l.xpadnl_alloc - 8, cnt);
	put64(values + 8, make_string("text"));
	put64(pads, names);
	put64(pads + 8, make_sv(l.SVt_PVAV, make(64), values));
	put64(list + l.xpadl_alloc, pads);
	put64(list + l.xpadl_max, 1);
	put64(field(cv, 0) + l.xcv_padlist, list);
	return cv;
}

static void check_locals(void)
{
	struct locals_scope scope = { .code = make_padded_cv(2), .depth = 1, .seq = 15 };

	memory_forget(p.mem);
	seen[0] = '\0';
	cr_expect_eq(locals_each(&p, &scope, see, NULL), 0);
	cr_expect_str_eq(seen, locals_are_known(&p) ? "$in string of 4 bytes -;" : "");
	scope.values = true;
	seen[0] = '\0';
	cr_expect_eq(locals_each(&p, &scope, see, NULL), 0);
	cr_expect_str_eq(seen, locals_are_known(&p) ? "$in string of 4 bytes \"text\";" : "");
	scope.outer_seq = 12;
	seen[0] = '\0';
	cr_expect_eq(locals_each(&p, &scope, see, NULL), 0);
	cr_expect_str_eq(seen, "");
}

Test(dump, variables_in_scope_are_listed_in_every_layout)
{
	each_layout(check_locals);
}

static const struct perl_layout *newest(void)
{
	size_t cnt, i;
	const struct layout_row *rows = layout_rows(&cnt), *row = rows;

	for (i = 0; i < cnt; i++) {
		if (rows[i].version > row->version)
			row = &rows[i];
	}
	return &row->layout;
}

Test(dump, a_pad_of_nonsense_has_an_end)
{
	struct locals_scope scope = { .depth = 1, .seq = 15 };

	begin(newest());
	scope.code = make_padded_cv(UINT64_MAX / 2);
	seen[0] = '\0';
	cr_expect_eq(locals_each(&p, &scope, see, NULL), 0);
	cr_expect_str_eq(seen, "$in string of 4 bytes -;");
	scope.depth = 1000;
	cr_expect_eq(locals_each(&p, &scope, see, NULL), 0);
	scope.code = defstash;
	cr_expect_eq(locals_each(&p, &scope, see, NULL), 0);
	cr_expect_str_eq(seen, "$in string of 4 bytes -;");
}
