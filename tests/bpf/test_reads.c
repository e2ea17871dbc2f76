// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * What is counted where a read of the target's memory fails, as that of a page that is swapped out; and
 * where an LRU map gives away what is being looked at.  The same program runs once for each read, and for
 * each lookup.
 */
#include "accounting.h"
#include "nytprof/slow_ops.h"
#include "names/newsub.bpf.h"

#define OP_PRINT 77 /* of this fake perl */
#define SP	 0x7ffe0000

/* ------------------------------------------------------------------- the outcome */

struct counted {
	char what[160];
	u64 cnt;
};

static struct outcome {
	struct counted of[64];
	size_t cnt;
	u64 lost;
	u64 given_up; /* interpreters */
} undisturbed, disturbed;

static u64 *outcome_of(struct outcome *o, const char *what)
{
	size_t i;

	for (i = 0; i < o->cnt; i++) {
		if (!strcmp(o->of[i].what, what))
			return &o->of[i].cnt;
	}
	cr_assert_lt(o->cnt, sizeof(o->of) / sizeof(o->of[0]));
	snprintf(o->of[o->cnt].what, sizeof(o->of[0].what), "%s", what);
	o->of[o->cnt].cnt = 0;
	return &o->of[o->cnt++].cnt;
}

static const char *file_text(u32 file)
{
	static char eval[32];

	snprintf(eval, sizeof(eval), "(eval %u)", file & ~FILE_EVAL);
	return file & FILE_EVAL ? eval : string_text(file);
}

static void add_stmt(struct outcome *o, const struct stmt_key *key, const struct stmt *stmt)
{
	char what[160];

	if (!stmt->cnt)
		return;
	snprintf(what, sizeof(what), "line %s:%u, block %u", file_text(key->file), key->line,
		 key->block_line);
	*outcome_of(o, what) += stmt->cnt;
}

static void add_slot(struct outcome *o, const struct stmt_slot *slot)
{
	const struct stmt_key key = { .file = slot->file, .line = slot->line ?: 1 };

	if (slot->interp)
		add_stmt(o, &key, &slot->count);
}

static void add_call(struct outcome *o, const struct call_key *key, const struct call *call)
{
	char what[160];

	snprintf(what, sizeof(what), "%s called by %s at %s:%u", sub_text(key->interp, key->callee),
		 sub_text(key->interp, key->caller), file_text(key->file), key->line);
	*outcome_of(o, what) += call->cnt;
}

static void add_eval(struct outcome *o, const struct eval_key *key, const struct eval *eval)
{
	char what[160];

	snprintf(what, sizeof(what), "eval %u at %s:%u, source %llx", key->seq,
		 file_text(eval->file), eval->line, (unsigned long long)eval->source);
	*outcome_of(o, what) += 1;
}

static void add_defined(struct outcome *o, const struct sub_key *key)
{
	const struct sub *sub = bpf_map_lookup_elem(&subs, &key->id);
	char what[160];

	snprintf(what, sizeof(what), "%s defined, lines %u to %u", sub_text(key->interp, key->id),
		 sub ? sub->line : 0, sub ? sub->last : 0);
	*outcome_of(o, what) += 1;
}

/* Interpreters of which nothing more was recorded, as the chain of stackinfos made no sense. */
static u64 given_up(void)
{
	struct host_entry *entry;
	u64 sum = 0;

	for (entry = host_entries; entry; entry = entry->hh.next) {
		if (entry->id.map == &interps)
			sum += ((const struct interp *)(const void *)entry->value)
				       ->lost[LOSS_LAYOUT];
	}
	return sum;
}

static void take_outcome(struct outcome *o)
{
	struct host_entry *entry;

	memset(o, 0, sizeof(*o));
	for (entry = host_entries; entry; entry = entry->hh.next) {
		const void *key = entry->id.key, *value = entry->value;

		if (entry->id.map == &stmts_first)
			add_stmt(o, key, value);
		if (entry->id.map == &slots_first)
			add_slot(o, value);
		if (entry->id.map == &calls_first)
			add_call(o, key, value);
		if (entry->id.map == &evals_first)
			add_eval(o, key, value);
		if (entry->id.map == &defined_first)
			add_defined(o, key);
	}
	o->lost = lost_sum();
	o->given_up = given_up();
}

/* How many counts differ, and by how much. */
static u64 outcomes_differ(struct outcome *a, struct outcome *b)
{
	u64 sum = 0;
	size_t i;

	for (i = 0; i < b->cnt; i++)
		outcome_of(a, b->of[i].what);
	for (i = 0; i < a->cnt; i++) {
		u64 x = a->of[i].cnt, y = *outcome_of(b, a->of[i].what);

		sum += x > y ? x - y : y - x;
	}
	return sum;
}

/* What the disturbed program has that the other one has not. */
static const char *invented(void)
{
	size_t i, j;

	for (i = 0; i < disturbed.cnt; i++) {
		for (j = 0; j < undisturbed.cnt; j++) {
			if (!strcmp(disturbed.of[i].what, undisturbed.of[j].what))
				break;
		}
		if (j == undisturbed.cnt)
			return disturbed.of[i].what;
	}
	return NULL;
}

/* ------------------------------------------------------------------- the program */

#define TURNS 5

/* What happens to the maps in front of the LRU maps, in every other turn. */
static enum {
	FRONTS_TAKEN, /* by keys of others */
	FRONTS_TORN, /* each entry has the value of another one, as if two had written it at a time */
} fronts;

static struct {
	addr loop, body, op, test, inner, xsub, begin, begin_cop, def, source;
	addr next[4];
} code;

/* An OP_CONST with a string. */
static addr const_of(const char *text)
{
	addr op = mem(64), body = mem(64);

	put32(op + layout.op_type_byte, OP_CONST);
	put64(body + layout.xpv_cur, strlen(text));
	put64(op + layout.op_first, sv_new(layout.SVf_POK, body, mem_string(text)));
	return op;
}

static void program_is_made(void)
{
	size_t i;

	slow_ops[OP_PRINT] = SLOW_OP_print;
	code.loop = cop_new("/a.pl", 1);
	code.body = cop_new("/a.pl", 2);
	code.op = loop_new(code.loop, code.body);
	code.test = sub_new("main", "test", "/a.pl", 10);
	code.inner = sub_new("Some::Where", "inner", "/b.pl", 20);
	code.xsub = xsub_new("List::Util", "sum");
	code.begin = sub_new("main", "BEGIN", "/a.pl", 30);
	code.begin_cop = cv_start(code.begin);
	code.def = cop_new("/a.pl", 41);
	code.source = get64(const_of("1 + 1") + layout.op_first);
	for (i = 0; i < 4; i++) {
		code.next[i] = cop_new("/a.pl", 3 + (u32)i);
		cop_set_package(code.next[i], "main");
	}
	put64(P.base + layout.Icurstash, stash_new("main"));
}

/* use: a BEGIN block, whose memory is that of the statement behind it when it has run. */
static void program_compiles(u32 turn)
{
	struct newsub n = { .floor = 77, .name = const_of("defined"), .block = code.def };
	addr curcop_was = curcop(), compiling = P.base + layout.Icompiling;

	compiles();
	put64(P.base + layout.Icurcop, compiling);
	cop_fill(compiling, "/a.pl", 40);
	put32(P.base + layout.Isavestack_ix, 77);
	HIT(event_subparse(&ev));
	put32(compiling + layout.cop_line, 45);
	HIT(event_newsub(&ev, &n));
	put64(P.base + layout.Icurcop, curcop_was);
	cop_fill(code.begin_cop, "/a.pl", 30);
	call(code.begin);
	leave();
	P.cop_seq++;
	cop_fill(code.begin_cop, "/a.pl", 50 + turn);
	compiled();
	statement(code.begin_cop);
}

static void program_evals(u32 turn)
{
	put32(P.base + layout.Ievalseq, turn);
	put64(P.stack, code.source);
	HIT(event_entereval(&ev));
}

static void disturb_fronts(void)
{
	struct host_entry *entry;
	struct front *front, *first = NULL;
	u64 value = 0, next;

	for (entry = host_entries; entry; entry = entry->hh.next) {
		if (entry->id.map != &front_cvs && entry->id.map != &front_cops)
			continue;
		front = (struct front *)(void *)entry->value;
		if (fronts == FRONTS_TAKEN)
			memset(front, 0, sizeof(*front));
		if (!front->value)
			continue;
		first = first ?: front;
		next = front->value;
		front->value = value;
		value = next;
	}
	if (first)
		first->value = value;
}

static void program_turn(u32 turn)
{
	if (turn % 2)
		disturb_fronts();
	statement(code.loop);
	block_enter();
	at_op(code.op);
	call(code.test); /* in the loop's condition */
	call(code.inner);
	xsub_enter(code.xsub);
	xsub_returns();
	leave();
	leave();
	statement(code.body);
	statement(code.next[0]);
	block_leave();
	slowop_enter_at(OP_PRINT, SP);
	slowop_returns(SP);
	statement(code.next[1]);
	program_evals(turn);
	eval_enter();
	call(code.inner);
	die_to(1);
	statement(code.next[2]);
	program_compiles(turn);
}

static void program(const struct row *row, struct outcome *o, bool blocks)
{
	u32 turn;

	settings.want_blocks = blocks;
	program_is_made();
	program_begins(cop_new("/a.pl", 9));
	for (turn = 0; turn < TURNS; turn++)
		program_turn(turn);
	statement(code.next[3]);
	process_ends();
	take_outcome(o);
}

static void start(const struct row *row)
{
	fake_perl(generation(row->name));
	settings.want_source = 1;
	fronts = FRONTS_TAKEN;
}

/* --------------------------------------------------------------------- the tests */

/*
 * Of what an event could not read, that event's counts may be wrong, and the counts of what it tells of; and it is
 * said.  Nothing wrong is kept for later.
 */
#define WRONG_MOST 8

static void read_fails(const struct row *row, u64 nr, u64 failures, bool blocks)
{
	u64 wrong;

	start(row);
	host_reads.fails = nr;
	host_reads.failures = failures;
	program(row, &disturbed, blocks);
	wrong = outcomes_differ(&undisturbed, &disturbed);
	cr_expect(!wrong || disturbed.lost, "read %u: %u counts wrong, and no word of it",
		  (unsigned)nr, (unsigned)wrong);
	if (failures == 1 && !disturbed.given_up)
		cr_expect_leq(wrong, WRONG_MOST, "read %u: %u counts wrong, such as %s",
			      (unsigned)nr, (unsigned)wrong, invented() ?: "one that lacks");
}

EACH_GENERATION(a_read_that_fails_is_said_and_nothing_of_it_is_kept)
{
	u64 reads, nr;

	start(row);
	program(row, &undisturbed, false);
	cr_assert_eq(undisturbed.lost, 0u);
	reads = host_reads.cnt;
	for (nr = 1; nr <= reads; nr++)
		read_fails(row, nr, 1, false);
	for (nr = 1; nr <= reads; nr += 7)
		read_fails(row, nr, 40, false); /* all for a while */
}

EACH_GENERATION(a_block_that_could_not_be_read_is_said)
{
	u64 reads, nr;

	start(row);
	program(row, &undisturbed, true);
	reads = host_reads.cnt;
	for (nr = 1; nr <= reads; nr++)
		read_fails(row, nr, 1, true);
}

EACH_GENERATION(an_entry_that_is_given_away_while_it_is_looked_at_is_not_believed)
{
	u64 lookups, nr, wrong;

	start(row);
	program(row, &undisturbed, false);
	lookups = host_lru.cnt;
	cr_assert_gt(lookups, 20u);
	for (nr = 1; nr <= lookups; nr++) {
		start(row);
		host_lru.reused = nr;
		program(row, &disturbed, false);
		wrong = outcomes_differ(&undisturbed, &disturbed);
		cr_expect(!wrong, "lookup %u: %u counts wrong, such as %s", (unsigned)nr,
			  (unsigned)wrong, invented() ?: "one that lacks");
		cr_expect_eq(disturbed.lost, 0u, "lookup %u: a loss", (unsigned)nr);
	}
}

EACH_GENERATION(a_value_that_another_interpreter_has_written_meanwhile_is_not_believed)
{
	u64 wrong;

	start(row);
	program(row, &undisturbed, false);
	start(row);
	fronts = FRONTS_TORN;
	program(row, &disturbed, false);
	wrong = outcomes_differ(&undisturbed, &disturbed);
	cr_expect(!wrong, "%u counts wrong, such as %s", (unsigned)wrong,
		  invented() ?: "one that lacks");
	cr_expect_eq(disturbed.lost, 0u);
}
