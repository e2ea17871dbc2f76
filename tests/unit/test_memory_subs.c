// SPDX-License-Identifier: GPL-2.0-or-later
#include <criterion/criterion.h>
#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "evals/evals.h"
#include "inspect/memory_subs.h"

static struct memory_subs *f;

static void set_up(void)
{
	f = memory_subs_new(NULL);
	cr_assert_not_null(f);
}

static void tear_down(void)
{
	memory_subs_free(f);
}

TestSuite(found, .init = set_up, .fini = tear_down);

static int add(const char *name, uint32_t line, uint32_t eval)
{
	const struct found_sub sub = { .pkg = memory_subs_text(f, "main"),
				       .name = memory_subs_text(f, name),
				       .file = eval ? NULL : memory_subs_text(f, "/a.pl"),
				       .line = line,
				       .eval = eval,
				       .eval_file = EVAL_NO_FILE };

	return memory_subs_add(f, &sub);
}

Test(found, a_sub_that_is_found_again_is_the_same)
{
	struct found_sub *sub;

	cr_expect_eq(add("one", 1, 0), 0);
	cr_expect_eq(add("two", 2, 0), 0);
	cr_expect_eq(add("one", 1, 0), 0);
	cr_expect_eq(add("one", 3, 0), 0);
	sub = memory_subs_next(f, NULL);
	cr_assert_not_null(sub);
	cr_expect_str_eq(sub->name, "one");
	sub->eval_file = 7; /* which says where it is, and not what */
	sub = memory_subs_next(f, sub);
	cr_expect_str_eq(sub->name, "two");
	cr_expect_str_eq(sub->file, "/a.pl");
	sub = memory_subs_next(f, sub);
	cr_expect_eq(sub->line, 3u);
	cr_expect_null(memory_subs_next(f, sub));
	cr_expect_eq(add("one", 1, 0), 0);
	cr_expect_null(memory_subs_next(f, sub));
	cr_expect_null(memory_subs_next_of_eval(f, NULL));
}

Test(found, those_of_evals)
{
	struct found_sub *sub;

	add("one", 1, 0);
	add("two", 2, FILE_EVAL | 5);
	add("three", 3, 0);
	add("four", 4, FILE_EVAL | 6);
	sub = memory_subs_next_of_eval(f, NULL);
	cr_expect_str_eq(sub->name, "two");
	sub = memory_subs_next_of_eval(f, sub);
	cr_expect_str_eq(sub->name, "four");
	cr_expect_null(memory_subs_next_of_eval(f, sub));
}

Test(found, a_child_keeps_what_its_parent_had)
{
	struct memory_subs *parent = f;

	add("one", 1, 0);
	f = memory_subs_new(parent);
	memory_subs_free(parent);
	cr_expect_null(memory_subs_next(f, NULL));
	cr_expect_eq(memory_subs_parent(f), parent);
	cr_expect_str_eq(memory_subs_next(parent, NULL)->name, "one");
	cr_expect_not(memory_subs_is_incomplete(f));
	memory_subs_wait(parent);
	cr_expect(memory_subs_is_incomplete(f));
	memory_subs_end_wait(parent);
	cr_expect_not(memory_subs_is_incomplete(f));
	memory_subs_set_incomplete(parent);
	cr_expect(memory_subs_is_incomplete(f));
}

Test(found, of_the_generations_there_is_an_end)
{
	struct memory_subs *child, *from;
	unsigned i;

	add("one", 1, 0);
	for (i = 0; i < 100000; i++) {
		child = memory_subs_new(f);
		cr_assert_not_null(child);
		memory_subs_free(f);
		f = child;
		cr_assert_eq(memory_subs_is_incomplete(f), i >= FOUND_GENERATIONS);
	}
	for (from = f, i = 0; from; from = memory_subs_parent(from))
		i++;
	cr_expect_leq(i, FOUND_GENERATIONS + 1);
}

Test(found, there_is_an_end)
{
	char name[16];
	unsigned i;
	int rc = 0;

	for (i = 0; i <= FOUND_MAX && !rc; i++) {
		snprintf(name, sizeof(name), "f%u", i);
		rc = add(name, i, 0);
	}
	cr_expect_eq(rc, -ENOSPC);
	cr_expect_eq(i, FOUND_MAX + 1);
}

/* The names from sub to sub, and those in evals behind a "/". */
static const char *names(struct memory_subs *of)
{
	static char text[256];
	struct found_sub *sub;

	text[0] = '\0';
	for (sub = memory_subs_next(of, NULL); sub; sub = memory_subs_next(of, sub))
		sprintf(text + strlen(text), "%s%u ", sub->name, sub->line);
	strcat(text, "/");
	for (sub = memory_subs_next_of_eval(of, NULL); sub; sub = memory_subs_next_of_eval(of, sub))
		sprintf(text + strlen(text), " %s%u", sub->name, sub->line);
	return text;
}

/* What one has that the other has not, or otherwise, is in either list as if each had its own. */
Test(found, a_process_that_is_like_another_one)
{
	struct memory_subs *model = f, *other = memory_subs_new(NULL);

	add("one", 1, 0);
	add("two", 2, 0);
	add("eval", 3, FILE_EVAL | 5);
	add("three", 3, 0);
	f = other;
	cr_assert(memory_subs_take_model(f, model));
	cr_expect(memory_subs_has_model(f) && memory_subs_is_shared(model));
	cr_expect_str_eq(names(f), "/");
	add("own", 7, 0);
	add("three", 3, 0);
	add("two", 20, 0);
	add("eval", 3, FILE_EVAL | 5);
	add("one", 1, 0);
	add("one", 1, 0);
	add("three", 3, 0);
	cr_expect_str_eq(names(f), "one1 three3 own7 two20 eval3 / eval3");
	/* Later than that one was taken as a model. */
	f = model;
	add("four", 4, 0);
	cr_expect_str_eq(names(f), "one1 two2 eval3 three3 four4 / eval3");
	f = other;
	add("four", 4, 0);
	cr_expect_str_eq(names(f), "one1 three3 own7 two20 eval3 four4 / eval3");
	memory_subs_free(model);
	cr_expect_str_eq(names(f), "one1 three3 own7 two20 eval3 four4 / eval3");
}

Test(found, who_can_be_like_another_one)
{
	struct memory_subs *model = f, *child = memory_subs_new(model),
			   *empty = memory_subs_new(NULL);

	cr_expect_not(memory_subs_take_model(f, f));
	cr_expect_not(memory_subs_take_model(empty, child));
	cr_assert(memory_subs_take_model(empty, model));
	cr_expect_not(memory_subs_take_model(empty, model));
	cr_expect_not(memory_subs_take_model(child, empty));
	cr_expect_str_eq(names(empty), "/");
	memory_subs_free(child);
	memory_subs_free(empty);
	cr_expect_not(memory_subs_is_shared(f));
	add("one", 1, 0);
	empty = memory_subs_new(NULL);
	cr_expect_not(memory_subs_take_model(f, empty));
	memory_subs_free(empty);
}
