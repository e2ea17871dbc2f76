// SPDX-License-Identifier: GPL-2.0-or-later
/* Names, and what is noted when code is compiled: evals, and subs with their lines. */
#include "accounting.h"

EACH_GENERATION(names_of_any_length_are_kept_whole)
{
	static const int lengths[] = { 1, 103, 104, 105, 232, 233, 600, 4000 };
	char name[STRING_MAX];
	size_t i;

	for (i = 0; i < sizeof(lengths) / sizeof(lengths[0]); i++) {
		addr f;
		char full[STRING_MAX + 8];

		fake_perl(generation(row->name));
		memset(name, 'n', (size_t)lengths[i]);
		name[lengths[i]] = '\0';
		name[lengths[i] - 1] = 'x';
		f = sub_new("main", name, "/a.pl", 10);
		program_begins(cop_new("/a.pl", 1));
		call(f);
		leave();
		statement(cop_new("/a.pl", 2));
		process_ends();
		snprintf(full, sizeof(full), "main::%s", name);
		cr_expect_eq(call_sum(NULL, full, 0).cnt, 1u, "a name of %d bytes", lengths[i]);
		expect_no_losses();
	}
}

Test(accounting, a_name_that_is_too_long_is_cut_and_said)
{
	static char name[5000];
	addr f;

	fake_perl(generation("debian-5.36.0-ithreads"));
	memset(name, 'n', sizeof(name) - 1);
	f = sub_new("main", name, "/a.pl", 10);
	program_begins(cop_new("/a.pl", 1));
	call(f);
	leave();
	statement(cop_new("/a.pl", 2));
	process_ends();
	cr_expect_eq(lost_sum(), 1u);
}

Test(accounting, a_statement_in_a_file_without_a_name_is_said)
{
	addr nowhere;

	fake_perl(generation("debian-5.36.0-ithreads"));
	program_begins(cop_new("/a.pl", 1));
	nowhere = cop_new("/a.pl", 2);
	put64(nowhere + layout.cop_file, 0x10);
	statement(nowhere);
	statement(nowhere);
	statement(cop_new("/a.pl", 3));
	process_ends();
	cr_expect_eq(lost_sum(), 2u);
	cr_expect_eq(stmt_sum("/a.pl", 1).cnt, 1u);
	cr_expect_eq(stmt_sum("/a.pl", 3).cnt, 1u);
}

Test(accounting, evals_remember_who_compiled_them)
{
	struct eval_key key = {};
	struct eval *eval;

	fake_perl(generation("debian-5.36.0-ithreads"));
	program_begins(cop_new("/a.pl", 7));
	put32(P.base + layout.Ievalseq, 41);
	PROBED(event_entereval(P.base, TRAP_NS));
	key.interp = shadow_now()->id;
	key.seq = 42;
	eval = bpf_map_lookup_elem(evals_now(), &key);
	cr_assert_not_null(eval);
	cr_expect_eq(eval->line, 7u);
	cr_expect(file_is(eval->file, "/a.pl"));
}

/* The only sub that was defined; NULL: none. */
static const struct sub *defined_sub(void)
{
	struct host_entry *entry;
	const struct sub_key *key = NULL;

	for (entry = host_entries; entry; entry = entry->hh.next) {
		if (entry->id.map == &defined_first)
			key = (const void *)entry->id.key;
	}
	return key ? bpf_map_lookup_elem(&subs, &key->id) : NULL;
}

/* An OP_CONST with this text. */
static addr const_op(const char *text)
{
	addr op = mem(64), sv = mem(layout.sizeof_SV), body = mem(64);

	put32(op + layout.op_type_byte, OP_CONST);
	put64(op + layout.op_first, sv);
	put64(sv + layout.sv_any, body);
	put64(sv + layout.sv_u, mem_string(text));
	put32(sv + layout.sv_flags, layout.SVf_POK);
	put32(body + layout.xpv_cur, (u32)strlen(text));
	return op;
}

EACH_GENERATION(a_sub_that_is_defined_is_noted_with_its_lines)
{
	struct newsub n = { .floor = 77 };
	const struct sub *sub;
	addr body;

	fake_perl(generation(row->name));
	put64(P.base + layout.Icurstash, stash_new("Some::Where"));
	program_begins(cop_new("/a.pl", 1));
	put32(P.base + layout.Isavestack_ix, 77);
	put64(P.base + layout.Icurcop, P.base + layout.Icompiling);
	cop_fill(P.base + layout.Icompiling, "/a.pl", 10);
	PROBED(event_subparse(P.base, TRAP_NS));
	put32(P.base + layout.Icompiling + layout.cop_line, 19);
	n.name = const_op("never");
	PROBED(event_newsub(P.base, &n, TRAP_NS));
	cr_expect_null(defined_sub(), "only declared");

	/* sub never () { 42 } */
	body = cop_new("/a.pl", 12);
	n.block = body;
	n.proto = const_op("");
	put64(body + layout.op_sibparent, const_op("42"));
	PROBED(event_newsub(P.base, &n, TRAP_NS));
	cr_expect_null(defined_sub(), "a constant");

	n.proto = 0;
	PROBED(event_newsub(P.base, &n, TRAP_NS));
	sub = defined_sub();
	cr_assert_not_null(sub);
	cr_expect_str_eq(string_text(sub->name), "never");
	cr_expect_str_eq(string_text(sub->pkg), "Some::Where");
	cr_expect(file_is(sub->file, "/a.pl"));
	cr_expect_eq(sub->line, 10u);
	cr_expect_eq(sub->last, 19u);
	cr_expect_eq(sub->flags, 0u);
}

Test(accounting, a_sub_whose_compilation_was_seen_has_its_own_lines)
{
	addr f, block;
	struct call_key *key = NULL;
	struct host_entry *entry;
	struct sub *sub;

	fake_perl(generation("debian-5.36.0-ithreads"));
	f = sub_new("main", "f", "/a.pl", 12);
	program_begins(cop_new("/a.pl", 1));
	/* sub f {  at line 10, its first statement at 12, } at 19 */
	put32(P.base + layout.Isavestack_ix, 77);
	put64(P.base + layout.Icurcop, P.base + layout.Icompiling);
	cop_fill(P.base + layout.Icompiling, "/a.pl", 10);
	PROBED(event_subparse(P.base, TRAP_NS));
	put32(P.base + layout.Icompiling + layout.cop_line, 19);
	block = mem(64);
	put64(block + layout.op_first, cv_start(f));
	put8(block + layout.op_flags, (u8)layout.OPf_KIDS);
	struct newsub newsub = { .floor = 77, .block = block };
	PROBED(event_newsub(P.base, &newsub, TRAP_NS));
	statement(cop_new("/a.pl", 1));
	call(f);
	leave();
	statement(cop_new("/a.pl", 2));
	process_ends();
	for (entry = host_entries; entry; entry = entry->hh.next) {
		if (entry->id.map == &calls_first)
			key = (void *)entry->id.key;
	}
	cr_assert_not_null(key);
	sub = bpf_map_lookup_elem(&subs, &key->callee);
	cr_assert_not_null(sub);
	cr_expect_eq(sub->line, 10u);
	cr_expect_eq(sub->last, 19u);
}
