// SPDX-License-Identifier: GPL-2.0-or-later
#include <criterion/criterion.h>
#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "evals/evals.h"
#include "inspect/memory_subs.h"

static struct found *f;

static void set_up(void)
{
	f = found_new(NULL);
	cr_assert_not_null(f);
}

static void tear_down(void)
{
	found_free(f);
}

TestSuite(found, .init = set_up, .fini = tear_down);

static int add(const char *name, uint32_t line, uint32_t eval)
{
	const struct found_sub sub = { .pkg = found_text(f, "main"),
				       .name = found_text(f, name),
				       .file = eval ? NULL : found_text(f, "/a.pl"),
				       .line = line,
				       .eval = eval,
				       .eval_file = EVAL_NO_FILE };

	return found_add(f, &sub);
}

Test(found, a_sub_that_is_found_again_is_the_same)
{
	struct found_sub *sub;

	cr_expect_eq(add("one", 1, 0), 0);
	cr_expect_eq(add("two", 2, 0), 0);
	cr_expect_eq(add("one", 1, 0), 0);
	cr_expect_eq(add("one", 3, 0), 0);
	sub = found_next(f, NULL);
	cr_assert_not_null(sub);
	cr_expect_str_eq(sub->name, "one");
	sub->eval_file = 7; /* which says where it is, and not what */
	sub = found_next(f, sub);
	cr_expect_str_eq(sub->name, "two");
	cr_expect_str_eq(sub->file, "/a.pl");
	sub = found_next(f, sub);
	cr_expect_eq(sub->line, 3u);
	cr_expect_null(found_next(f, sub));
	cr_expect_eq(add("one", 1, 0), 0);
	cr_expect_null(found_next(f, sub));
	cr_expect_null(found_next_of_eval(f, NULL));
}

Test(found, those_of_evals)
{
	struct found_sub *sub;

	add("one", 1, 0);
	add("two", 2, FILE_EVAL | 5);
	add("three", 3, 0);
	add("four", 4, FILE_EVAL | 6);
	sub = found_next_of_eval(f, NULL);
	cr_expect_str_eq(sub->name, "two");
	sub = found_next_of_eval(f, sub);
	cr_expect_str_eq(sub->name, "four");
	cr_expect_null(found_next_of_eval(f, sub));
}

Test(found, a_child_keeps_what_its_parent_had)
{
	struct found *parent = f;

	add("one", 1, 0);
	f = found_new(parent);
	found_free(parent);
	cr_expect_null(found_next(f, NULL));
	cr_expect_eq(found_parent(f), parent);
	cr_expect_str_eq(found_next(parent, NULL)->name, "one");
	cr_expect_not(found_is_incomplete(f));
	found_wait(parent);
	cr_expect(found_is_incomplete(f));
	found_end_wait(parent);
	cr_expect_not(found_is_incomplete(f));
	found_set_incomplete(parent);
	cr_expect(found_is_incomplete(f));
}

Test(found, of_the_generations_there_is_an_end)
{
	struct found *child, *from;
	unsigned i;

	add("one", 1, 0);
	for (i = 0; i < 100000; i++) {
		child = found_new(f);
		cr_assert_not_null(child);
		found_free(f);
		f = child;
		cr_assert_eq(found_is_incomplete(f), i >= FOUND_GENERATIONS);
	}
	for (from = f, i = 0; from; from = found_parent(from))
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
static const char *names(struct found *of)
{
	static char text[256];
	struct found_sub *sub;

	text[0] = '\0';
	for (sub = found_next(of, NULL); sub; sub = found_next(of, sub))
		sprintf(text + strlen(text), "%s%u ", sub->name, sub->line);
	strcat(text, "/");
	for (sub = found_next_of_eval(of, NULL); sub; sub = found_next_of_eval(of, sub))
		sprintf(text + strlen(text), " %s%u", sub->name, sub->line);
	return text;
}

/* What one has that the other has not, or otherwise, is in either list as if each had its own. */
Test(found, a_process_that_is_like_another_one)
{
	struct found *model = f, *other = found_new(NULL);

	add("one", 1, 0);
	add("two", 2, 0);
	add("eval", 3, FILE_EVAL | 5);
	add("three", 3, 0);
	f = other;
	cr_assert(found_take_model(f, model));
	cr_expect(found_has_model(f) && found_is_shared(model));
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
	found_free(model);
	cr_expect_str_eq(names(f), "one1 three3 own7 two20 eval3 four4 / eval3");
}

Test(found, who_can_be_like_another_one)
{
	struct found *model = f, *child = found_new(model), *empty = found_new(NULL);

	cr_expect_not(found_take_model(f, f));
	cr_expect_not(found_take_model(empty, child));
	cr_assert(found_take_model(empty, model));
	cr_expect_not(found_take_model(empty, model));
	cr_expect_not(found_take_model(child, empty));
	cr_expect_str_eq(names(empty), "/");
	found_free(child);
	found_free(empty);
	cr_expect_not(found_is_shared(f));
	add("one", 1, 0);
	empty = found_new(NULL);
	cr_expect_not(found_take_model(f, empty));
	found_free(empty);
}
