// SPDX-License-Identifier: GPL-2.0-or-later
/* Names, and what is noted when code is compiled: evals, and subs with their lines. */
#include "accounting.h"
#include "names/file.bpf.h"
#include "names/newsub.bpf.h"

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
	HIT(event_entereval(&ev));
	key.interp = shadow_now()->id;
	key.seq = 42;
	eval = bpf_map_lookup_elem(evals_now(), &key);
	cr_assert_not_null(eval);
	cr_expect_eq(eval->line, 7u);
	cr_expect(file_is(eval->file, "/a.pl"));
}

/* The name of a sub's glob, and that of its package. */
static addr name_of(addr cv)
{
	return get64(get64(get64(get64(cv) + layout.xcv_gv_u)) + layout.xgv_namehek);
}

static addr package_of(addr cv)
{
	addr stash = get64(get64(get64(get64(cv) + layout.xcv_gv_u)) + layout.xgv_stash);

	return get64(layout.hv_aux_in_body ? get64(stash) + layout.hv_aux_body_off :
					     get64(stash + layout.sv_u) + 8 * 8);
}

/* Calls what has these addresses, under three names. */
static void call_by_three_names(addr cv, void (*calls)(addr cv))
{
	program_begins(cop_new("/a.pl", 1));
	calls(cv);
	hek_fill(name_of(cv), "two", false);
	calls(cv);
	calls(cv);
	hek_fill(package_of(cv), "B", false);
	calls(cv);
	statement(cop_new("/a.pl", 2));
	process_ends();
	cr_expect_eq(call_sum(NULL, "A::one", 0).cnt, 1u);
	cr_expect_eq(call_sum(NULL, "A::two", 0).cnt, 2u);
	cr_expect_eq(call_sum(NULL, "B::two", 0).cnt, 1u);
	expect_no_losses();
}

static void call_a_sub(addr cv)
{
	call(cv);
	leave();
}

static void call_an_xsub(addr cv)
{
	xsub_enter(cv);
	xsub_returns();
}

EACH_GENERATION(a_closure_whose_glob_goes_with_it_is_known_by_its_name)
{
	addr cv;

	fake_perl(generation(row->name));
	cv = sub_new("A", "one", "/a.pl", 10);
	put64(get64(cv) + layout.xmg_u, mem(64)); /* magic: Sub::Util's */
	call_by_three_names(cv, call_a_sub);
}

EACH_GENERATION(an_xsub_with_data_of_its_own_is_known_by_its_name)
{
	addr cv;

	fake_perl(generation(row->name));
	cv = xsub_new("A", "one");
	put64(get64(cv) + layout.xcv_start, mem(24)); /* CvXSUBANY: a constant's value */
	call_by_three_names(cv, call_an_xsub);
}

static void call_without_statement(addr cv)
{
	enter(cv);
	leave();
}

EACH_GENERATION(a_sub_without_a_statement_is_known_by_its_name)
{
	addr cv;

	fake_perl(generation(row->name));
	cv = sub_new("A", "one", "/a.pl", 10);
	put64(get64(cv) + layout.xcv_start, mem(96)); /* an op that is no COP */
	call_by_three_names(cv, call_without_statement);
}

/* As the sub with that name was called: SUB_ANON or 0. */
static u32 anonymity(const char *name, u32 flags, u64 magic)
{
	addr cv = sub_new("A", name, "/a.pl", 10), body = get64(cv);
	struct host_entry *entry;
	const struct sub *sub = NULL;

	put32(body + layout.xcv_flags, flags);
	put64(body + layout.xmg_u, magic);
	call_a_sub(cv);
	for (entry = host_entries; entry; entry = entry->hh.next) {
		if (entry->id.map == &subs && !sub)
			sub = bpf_map_lookup_elem(&subs, entry->id.key);
	}
	cr_assert_not_null(sub);
	return sub->flags & SUB_ANON;
}

EACH_GENERATION(a_block_that_became_a_sub_is_anonymous_by_its_name)
{
	static const struct {
		const char *name;
		bool own_glob, magic, anonymous;
	} cases[] = { { "__ANON__", false, false, true },
		      { "__ANON__", true, false, false }, /* sub __ANON__ {} */
		      { "__ANON__", false, true, false }, /* set_subname("__ANON__") */
		      { "__ANON__x", false, false, false } };
	size_t i;

	for (i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		fake_perl(generation(row->name));
		program_begins(cop_new("/a.pl", 1));
		cr_expect_eq(anonymity(cases[i].name, cases[i].own_glob ? 0 : layout.CVf_CVGV_RC,
				       cases[i].magic ? mem(64) : 0),
			     cases[i].anonymous ? (u32)SUB_ANON : 0u, "case %zu", i);
	}
}

/* $^P & 0x100 has perl put the place behind it, which is known without. */
Test(accounting, evals_that_perl_names_after_their_place_are_evals)
{
	static const char *const evals[] = { "(eval 42)", "(eval 42)[/a.pl:7]",
					     "(eval 42)[(eval 41)[/a.pl:7]:1]" };
	static const char *const files[] = { "(eval )[/a.pl:7]", "(eval 42) [/a.pl:7]",
					     "(evil 42)[/a.pl:7]", "(eval 42)/a.pl" };
	u32 interp, id;
	size_t i;

	fake_perl(generation("debian-5.36.0-ithreads"));
	program_begins(cop_new("/a.pl", 7));
	interp = shadow_now()->id;
	for (i = 0; i < sizeof(evals) / sizeof(evals[0]); i++)
		cr_expect_eq(file_intern(interp, mem_string(evals[i])), FILE_EVAL | 42, "%s",
			     evals[i]);
	for (i = 0; i < sizeof(files) / sizeof(files[0]); i++) {
		id = file_intern(interp, mem_string(files[i]));
		cr_expect(id && !(id & FILE_EVAL), "%s", files[i]);
	}
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
	HIT(event_subparse(&ev));
	put32(P.base + layout.Icompiling + layout.cop_line, 19);
	n.name = const_op("never");
	HIT(event_newsub(&ev, &n));
	cr_expect_null(defined_sub(), "only declared");

	/* sub never () { 42 } */
	body = cop_new("/a.pl", 12);
	n.block = body;
	n.proto = const_op("");
	put64(body + layout.op_sibparent, const_op("42"));
	HIT(event_newsub(&ev, &n));
	cr_expect_null(defined_sub(), "a constant");

	n.proto = 0;
	HIT(event_newsub(&ev, &n));
	sub = defined_sub();
	cr_assert_not_null(sub);
	cr_expect_str_eq(string_text(sub->name), "never");
	cr_expect_str_eq(string_text(sub->pkg), "Some::Where");
	cr_expect(file_is(sub->file, "/a.pl"));
	cr_expect_eq(sub->line, 10u);
	cr_expect_eq(sub->last, 19u);
	cr_expect_eq(sub->flags, 0u);
}

/* sub f {  at line 10, the COP of the first statement of its block, the first that it runs at 12, } at 19; what a call says. */
static void expect_own_lines(addr f, addr first)
{
	struct newsub newsub = { .floor = 77, .block = mem(64) };
	struct call_key *key = NULL;
	struct host_entry *entry;
	struct sub *sub;

	program_begins(cop_new("/a.pl", 1));
	put32(P.base + layout.Isavestack_ix, 77);
	put64(P.base + layout.Icurcop, P.base + layout.Icompiling);
	cop_fill(P.base + layout.Icompiling, "/a.pl", 10);
	HIT(event_subparse(&ev));
	put32(P.base + layout.Icompiling + layout.cop_line, 19);
	put64(newsub.block + layout.op_first, first);
	put8(newsub.block + layout.op_flags, (u8)layout.OPf_KIDS);
	HIT(event_newsub(&ev, &newsub));
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

Test(accounting, a_sub_whose_compilation_was_seen_has_its_own_lines)
{
	addr f;

	fake_perl(generation("debian-5.36.0-ithreads"));
	f = sub_new("main", "f", "/a.pl", 12);
	expect_own_lines(f, cv_start(f));
}

/* if (0) {}: a COP and an empty op, and perl removes the COP. */
Test(accounting, a_sub_whose_first_statement_is_folded_away_has_its_own_lines)
{
	addr f, folded, empty;

	fake_perl(generation("debian-5.36.0-ithreads"));
	f = sub_new("main", "f", "/a.pl", 12);
	folded = cop_new("/a.pl", 11);
	empty = mem(64);
	put64(folded + layout.op_sibparent, empty);
	put64(empty + layout.op_sibparent, cv_start(f));
	expect_own_lines(f, folded);
}
