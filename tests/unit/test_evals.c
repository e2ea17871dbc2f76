// SPDX-License-Identifier: GPL-2.0-or-later
#include <criterion/criterion.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "evals/evals.h"
#include "evals/numbers.h"
#include "util/allowance.h"

#define INTERP 20u
#define FILE_A 100u /* string id */

static struct evals *e;

static void set_up(void)
{
	e = evals_new(NULL, 0, 0);
	cr_assert_not_null(e);
}

static void tear_down(void)
{
	evals_free(e);
}

TestSuite(evals, .init = set_up, .fini = tear_down);

static uint32_t add_from(uint32_t seq, uint32_t file, uint32_t line, uint64_t source)
{
	const struct eval_key key = { .interp = INTERP, .seq = seq };
	const struct eval eval = { .file = file, .line = line, .source = source, .kind = EVAL_TEXT };

	return evals_add(e, &key, &eval);
}

static uint32_t add(uint32_t seq, uint32_t line, uint64_t source)
{
	return add_from(seq, FILE_A, line, source);
}

Test(evals, each_has_a_file_of_its_own)
{
	uint32_t seq;

	for (seq = 1; seq <= EVALS_APART; seq++)
		cr_assert_eq(add(seq, 3, seq % 2 + 1), seq - 1);
	cr_expect_eq(evals_file(e, 6)->seq, 7u);
	cr_expect_eq(evals_file(e, 6)->line, 3u);
	cr_expect_eq(evals_file(e, 6)->file, FILE_A);
	cr_expect_null(evals_file(e, EVALS_APART));
	cr_expect_eq(evals_merged(e), 0u);
}

Test(evals, then_the_same_source_joins_the_first_with_it)
{
	uint32_t seq;

	for (seq = 1; seq <= EVALS_APART; seq++)
		add(seq, 3, seq == 500 ? 7 : 8);
	cr_expect_eq(add(2000, 3, 7), 499u);
	cr_expect_eq(add(2001, 3, 8), 0u);
	cr_expect_eq(evals_file(e, 0)->evals, 2u);
	cr_expect_eq(add(2002, 3, 9), EVALS_APART, "another source gets another file");
	cr_expect_eq(add(2003, 3, 9), EVALS_APART);
	cr_expect_eq(add(2004, 4, 9), EVALS_APART + 1, "as does another line");
	cr_expect_eq(evals_merged(e), 3u);
	cr_expect_not(evals_file(e, 0)->rest);
}

Test(evals, of_too_many_sources_share_a_last_file)
{
	uint32_t seq;

	for (seq = 1; seq <= 2 * EVALS_FILES; seq++)
		add(seq, 3, seq);
	cr_expect_eq(evals_file(e, EVALS_FILES)->evals, EVALS_FILES);
	cr_expect(evals_file(e, EVALS_FILES)->rest);
	cr_expect_not(evals_file(e, EVALS_FILES - 1)->rest);
	cr_expect_null(evals_file(e, EVALS_FILES + 1));
	cr_expect_eq(add(90000, 3, 5), 4u, "a known source still has its own");
	cr_expect_eq(evals_merged(e), (uint64_t)EVALS_FILES);
}

Test(evals, of_a_process_have_so_many_files_at_most)
{
	uint32_t seq, line;

	for (seq = 1; seq <= 2 * EVALS_ALL; seq++)
		cr_assert_neq(add(seq, 3 + seq % 1000, seq), EVAL_NO_FILE);
	cr_expect_null(evals_file(e, EVALS_ALL + 1000));
	for (line = 3; line < 1003; line++)
		cr_assert(evals_file(e, add(seq + line, line, seq + line))->rest);
}

Test(evals, are_found_by_number_until_their_interpreter_ends)
{
	struct eval_key key = { .interp = INTERP, .seq = 5 };

	cr_expect_eq(evals_find(e, &key), EVAL_NO_FILE);
	add(4, 3, 1);
	add(5, 3, 2);
	cr_expect_eq(evals_find(e, &key), 1u);
	cr_expect_eq(add(5, 99, 77), 1u, "decided once");
	key.interp++;
	cr_expect_eq(evals_find(e, &key), EVAL_NO_FILE, "another interpreter's eval 5");
	evals_drop(e, INTERP + 1);
	key.interp--;
	cr_expect_eq(evals_find(e, &key), 1u);
	evals_drop(e, INTERP);
	cr_expect_eq(evals_find(e, &key), EVAL_NO_FILE);
	cr_expect_eq(evals_file(e, 1)->seq, 5u, "the files stay");
}

Test(evals, in_evals_belong_to_the_file_of_those)
{
	add(1, 3, 1);
	cr_expect_eq(add_from(2, FILE_EVAL | 1, 6, 2), 1u);
	cr_expect_eq(evals_file(e, 1)->file, FILE_EVAL | 0);
	cr_expect_eq(evals_file(e, 1)->line, 6u);
	cr_expect_eq(add_from(3, FILE_EVAL | 40, 6, 2), 2u, "in one that was never seen");
	cr_expect_eq(evals_file(e, 2)->file, 0u);
	cr_expect_eq(evals_file(e, 2)->line, 1u);
}

Test(evals, texts_are_shared_by_source)
{
	uint32_t first = add(1, 3, 7), second, number;

	cr_expect(evals_wants_text(e, first));
	cr_assert_eq(evals_set_text(e, first, strdup("my $x"), 5), 0);
	cr_expect_not(evals_wants_text(e, first));
	second = add(2, 3, 7);
	cr_expect_not(evals_wants_text(e, second));
	cr_expect_eq(evals_file(e, second)->text, evals_file(e, first)->text);
	number = add(3, 3, 0);
	cr_expect_not(evals_wants_text(e, number), "an unknown source has none");
	cr_expect_null(evals_file(e, number)->text);
}

/* A program that names its evals as it likes. */
Test(evals, what_is_known_of_single_ones_is_bounded)
{
	const struct eval_key first = { .interp = INTERP, .seq = 0 };
	uint32_t i;

	for (i = 0; i < 3 * NUMBERS_KNOWN / NUMBERS_PAGE; i++)
		cr_assert_neq(add(i * NUMBERS_PAGE, 3, 1), EVAL_NO_FILE);
	cr_expect_eq(evals_find(e, &first), EVAL_NO_FILE, "the oldest are forgotten");
	cr_expect_eq(add((i - 1) * NUMBERS_PAGE, 9, 9), 0u, "the latest are not");
}

Test(evals, are_known_to_forked_processes)
{
	const struct eval_key inner = { .interp = INTERP + 1, .seq = 2 };
	const struct sub_key sub_key = { .interp = INTERP, .id = SUB_OF_EVAL | 3 },
			     inherited = { .interp = INTERP + 1, .id = SUB_OF_EVAL | 3 };
	const struct sub sub = { .name = 7, .file = FILE_EVAL | 2, .line = 4, .interp = INTERP };
	const struct eval_file *file;
	const struct sub *found;
	struct evals *child;
	uint32_t number;

	add(1, 3, 7);
	cr_assert_eq(evals_set_text(e, 0, strdup("outer"), 5), 0);
	add_from(2, FILE_EVAL | 1, 6, 8);
	cr_assert_eq(evals_set_text(e, 1, strdup("inner"), 5), 0);
	cr_assert_eq(evals_add_sub(e, &sub_key, &sub), 0);
	child = evals_new(e, INTERP, 1000);
	evals_drop(e, INTERP);
	evals_free(e); /* the process that forked ends first */

	number = evals_find(child, &inner);
	file = evals_file(child, number);
	cr_assert_not_null(file);
	cr_expect_str_eq(file->text, "inner");
	cr_expect_eq(file->seq, 2u);
	cr_assert(file->file & FILE_EVAL);
	file = evals_file(child, file->file & ~FILE_EVAL);
	cr_expect_str_eq(file->text, "outer");
	cr_expect_eq(file->file, FILE_A);
	found = evals_sub(child, evals_sub_number(child, &inherited));
	cr_assert_not_null(found);
	cr_expect_eq(found->line, 4u);
	cr_expect_eq(found->file, number);
	e = child;
}

/* What one process takes over from the one before it may be what that has to take over first. */
Test(evals, are_taken_over_through_several_processes)
{
	const struct eval inner = { .file = FILE_EVAL | (EVALS_APART + 1), .line = 1, .source = 9 };
	const struct eval_key shared = { .interp = INTERP + 1, .seq = EVALS_APART + 1 };
	const struct eval_key in_it = { .interp = INTERP + 1, .seq = 5000 };
	const struct eval_key inherited = { .interp = INTERP + 2, .seq = 5000 };
	const struct eval_file *file;
	struct evals *child, *grandchild;
	uint32_t i;

	for (i = 1; i <= EVALS_APART + 1; i++)
		add(i, 1, 7); /* the last one joins the first */
	child = evals_new(e, INTERP, 1000);
	cr_assert_eq(evals_find(child, &shared), 0u);
	cr_assert_eq(evals_add(child, &in_it, &inner), 1u);
	for (i = 0; i < 62; i++) { /* up to the next power of 2 */
		const struct eval other = { .file = FILE_A + 1, .line = i + 1, .source = i };
		const struct eval_key key = { .interp = INTERP + 1, .seq = 6000 + i };

		cr_assert_neq(evals_add(child, &key, &other), EVAL_NO_FILE);
	}
	grandchild = evals_new(child, INTERP + 1, 2000);
	file = evals_file(grandchild, evals_find(grandchild, &inherited));
	cr_assert_not_null(file);
	cr_expect_eq(file->seq, 5000u);
	cr_expect_eq(file->source, 9u);
	file = evals_file(grandchild, file->file & ~FILE_EVAL);
	cr_assert_not_null(file);
	cr_expect_eq(file->seq, 1u);
	cr_expect_eq(file->file, FILE_A);
	evals_free(child);
	evals_free(grandchild);
}

/* eval $code, which is that again, as often as one likes. */
Test(evals, within_each_other_are_followed_so_far)
{
	const uint32_t depth = 100000;
	const struct eval_key key = { .interp = INTERP + 1, .seq = depth };
	const struct eval_file *file;
	struct evals *child;
	uint32_t i, found = 1;

	add(1, 3, 1);
	for (i = 2; i <= depth; i++)
		add_from(i, FILE_EVAL | (i - 1), 1, 1);
	child = evals_new(e, INTERP, 1000);
	file = evals_file(child, evals_find(child, &key));
	cr_assert_not_null(file);
	cr_expect_eq(file->seq, depth);
	for (; file->file; found++) {
		file = evals_file(child, file->file & ~FILE_EVAL);
		cr_assert_not_null(file);
		cr_expect_eq(file->seq, depth - found);
	}
	cr_expect_eq(found, EVALS_NESTED);
	evals_free(child);
}

Test(evals, are_known_to_clones_of_their_interpreter)
{
	const struct eval text = { .file = 7, .line = 3, .source = 11, .kind = EVAL_TEXT };
	const struct eval_key first = { .interp = 1, .seq = 1 };
	const struct eval_key theirs = { .interp = 3, .seq = 1 }, later = { .interp = 3, .seq = 3 };
	uint32_t number = evals_add(e, &first, &text);

	cr_assert_eq(evals_clone(e, 2, 1, 1), 0);
	cr_assert_eq(evals_clone(e, 3, 2, 2), 0);
	evals_drop(e, 1);
	evals_drop(e, 2);
	cr_expect_eq(evals_find(e, &theirs), number);
	cr_expect_eq(evals_find(e, &later), EVAL_NO_FILE);
	evals_drop(e, 3);
	cr_expect_eq(evals_find(e, &theirs), EVAL_NO_FILE);
}

/* So many forks later; each of those processes ends at once. */
static void fork_on(uint32_t times)
{
	for (; times; times--) {
		struct evals *child = evals_new(e, INTERP, times);

		cr_assert_not_null(child);
		evals_free(e);
		e = child;
	}
}

Test(evals, are_forgotten_after_so_many_forks)
{
	const struct eval_key key = { .interp = INTERP, .seq = 1 };
	const struct sub_key sub_key = { .interp = INTERP, .id = SUB_OF_EVAL | 3 };
	const struct sub sub = { .name = 7, .file = FILE_EVAL | 1, .line = 4, .interp = INTERP };
	const struct sub *found;

	add(1, 3, 7);
	cr_assert_eq(evals_add_sub(e, &sub_key, &sub), 0);
	fork_on(EVALS_GENERATIONS);
	cr_expect_not(evals_are_cut(e));
	cr_expect_neq(evals_find(e, &key), EVAL_NO_FILE);
	found = evals_sub(e, evals_sub_number(e, &sub_key));
	cr_assert_not_null(found);
	cr_expect_eq(found->line, 4u);
	fork_on(1);
	cr_expect(evals_are_cut(e));
	cr_expect_eq(evals_find(e, &key), EVAL_NO_FILE);
	cr_expect_eq(evals_sub_number(e, &sub_key), EVAL_NO_FILE);
	fork_on(100000);
	cr_expect(evals_are_cut(e), "what is known no more does not come back");
	cr_expect_eq(evals_find(e, &key), EVAL_NO_FILE);
	cr_expect_neq(add(2, 3, 7), EVAL_NO_FILE);
}

Test(evals, of_a_process_are_the_same_for_all_its_profiles)
{
	struct evals *second = evals_share(e);

	add(1, 3, 7);
	cr_assert_eq(evals_set_text(e, 0, strdup("first"), 5), 0);
	evals_free(e); /* the first profile is complete */
	e = second;
	add(2, 3, 8);
	cr_expect_str_eq(evals_file(e, 0)->text, "first");
	cr_expect_eq(evals_file(e, 1)->seq, 2u);
}

Test(evals, subs_of_evals_that_share_a_file_are_one)
{
	struct sub sub = { .name = 7, .line = 4, .interp = INTERP };
	struct sub_key key = { .interp = INTERP };
	const struct sub *first = NULL;
	uint32_t seq;

	for (seq = 1; seq <= EVALS_APART + 9; seq++) {
		add(seq, 3, 1);
		key.id = SUB_OF_EVAL | seq;
		sub.file = FILE_EVAL | seq;
		cr_assert_eq(evals_add_sub(e, &key, &sub), 0);
		if (seq == 1)
			first = evals_sub(e, evals_sub_number(e, &key));
	}
	cr_expect_eq(evals_sub(e, evals_sub_number(e, &key)), first);
	key.id = SUB_OF_EVAL | 2;
	cr_expect_neq(evals_sub(e, evals_sub_number(e, &key)), first);
	key.id++;
	key.interp++;
	cr_expect_null(evals_sub(e, evals_sub_number(e, &key)), "another interpreter's");
}

/* What one process has is missing for another one of its user, and not for others. */
Test(evals, a_user_has_so_much_room_for_sources)
{
	struct allowance *a = allowance_new(100000, 4 * EVAL_FILE_SIZE + 10000);
	struct evals *second = evals_new(NULL, 0, 0), *other = evals_new(NULL, 0, 0);
	const struct eval_key key = { .interp = INTERP, .seq = 1 };
	const struct eval eval = { .file = 1, .line = 1, .source = 1, .kind = EVAL_TEXT };

	evals_charge(e, a, 1000);
	evals_charge(second, a, 1000);
	evals_charge(other, a, 1001);
	add(1, 3, 1);
	cr_expect_eq(evals_set_text(e, 0, calloc(1, 9000), 9000), 0);
	cr_assert_eq(evals_add(second, &key, &eval), 0u);
	cr_expect_eq(evals_set_text(second, 0, calloc(1, 9000), 9000), -ENOSPC);
	cr_assert_eq(evals_add(other, &key, &eval), 0u);
	cr_expect_eq(evals_set_text(other, 0, calloc(1, 9000), 9000), 0);
	evals_free(e);
	e = NULL;
	cr_expect_eq(evals_set_text(second, 0, calloc(1, 9000), 9000), 0, "it was given back");
	evals_free(second);
	evals_free(other);
	cr_expect(allowance_take(a, 1002, 10000));
	allowance_free(a);
}

/* Nor is there an end of files without a source. */
Test(evals, a_user_has_so_much_room_for_files)
{
	struct allowance *a = allowance_new(1 << 20, 10 * EVAL_FILE_SIZE);
	uint32_t seq;

	evals_charge(e, a, 1000);
	for (seq = 1; seq <= 100; seq++)
		cr_expect_lt(add(seq, 3, seq), 10u);
	for (seq = 101; seq <= 200; seq++)
		cr_expect_lt(add(seq, seq, seq), 11u, "also at other places");
	cr_expect_gt(evals_merged(e), 180u);
	evals_free(e);
	e = NULL;
	allowance_free(a);
}

Test(evals, root_has_all_the_room)
{
	struct allowance *a = allowance_new(1000, 10);

	cr_expect_not(allowance_take(a, 5, 11));
	cr_expect(allowance_take(a, 0, 990));
	cr_expect(allowance_take(a, 5, 10));
	cr_expect_not(allowance_take(a, 0, 1));
	allowance_give(a, 0, 990);
	cr_expect(allowance_take(a, 0, 990));
	allowance_free(a);
}

static void define(uint32_t id, uint64_t at)
{
	const struct sub_key key = { .interp = INTERP, .id = id };

	cr_assert_eq(evals_define(e, &key, at), 0);
}

/* "id id ..." of what evals_defined() has. */
static const char *defined(struct evals *of)
{
	static char text[256];
	struct defined_sub *all;
	size_t cnt, i;

	all = evals_defined(of, &cnt);
	cr_assert_not_null(all);
	text[0] = '\0';
	for (i = 0; i < cnt; i++)
		snprintf(text + strlen(text), sizeof(text) - strlen(text), "%s%u ",
			 all[i].id & SUB_OF_EVAL ? "e" : "", all[i].id & ~SUB_OF_EVAL);
	free(all);
	return text;
}

Test(evals, subs_are_in_the_order_of_their_definition)
{
	const struct sub_key key = { .interp = INTERP, .id = SUB_OF_EVAL | 9 };
	const struct sub sub = { .name = 7, .file = FILE_EVAL | 1, .interp = INTERP };
	struct evals *child;

	define(50, 100);
	define(60, 200);
	define(50, 300);
	define(SUB_OF_EVAL | 8, 250); /* of which nothing is known */
	add(1, 3, 7);
	cr_assert_eq(evals_add_sub(e, &key, &sub), 0);
	define(key.id, 250);
	cr_expect_str_eq(defined(e), "60 e0 50 ");
	child = evals_new(e, INTERP, 260);
	define(70, 400);
	cr_expect_str_eq(defined(e), "60 e0 50 70 ");
	cr_expect_str_eq(defined(child), "60 e0 ", "what was defined before the fork");
	evals_free(child);
}
