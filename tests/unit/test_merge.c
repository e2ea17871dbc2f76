// SPDX-License-Identifier: GPL-2.0-or-later
#include "profile/merge.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include <string.h>

#include "profile/profile.h"

/* A program with a module, a sub of it that is called from two places, and an eval. */
static struct profile *make(const char *program, unsigned times, const char *eval)
{
	struct profile *p = profile_new();
	struct profile_file *module = profile_file(p, "/M.pm", 0, 0, FILE_VIA_STMT),
			    *main_file = profile_file(p, program, 0, 0, FILE_VIA_STMT),
			    *in_eval = profile_file(p, "(eval 1)[a.pl:7]", main_file->fid, 7, 0);
	struct profile_sub *run = profile_sub(p, "main::RUNTIME"), *f = profile_sub(p, "M::f"),
			   *anon = profile_sub(p, "main::__ANON__[(eval 1)[a.pl:7]:1]");
	struct profile_counts one = { times, 100, 60, 0, times };

	p->pid = times;
	p->start = 1000 - times;
	p->end = p->start + 2;
	p->main_fid = main_file->fid;
	f->fid = module->fid;
	f->first = 3;
	f->last = 9;
	f->defined = true;
	anon->fid = in_eval->fid;
	anon->first = anon->last = 1;
	profile_set_source(in_eval, eval, strlen(eval));
	profile_add_line(module, 4, times, 10);
	profile_add_line(main_file, 7, times, 20);
	profile_add_line(in_eval, 1, times, 30);
	profile_add_call(p, &(struct call_id){ f->id, run->id, main_file->fid, 5 }, &one);
	profile_add_call(p, &(struct call_id){ anon->id, run->id, in_eval->fid, 1 }, &one);
	call_tree_add(&p->call_tree, &(struct call_node){ .id = 7, .sub = f->id, .cnt = times });
	call_tree_add(&p->call_tree,
		      &(struct call_node){ .id = 9, .parent = 7, .sub = anon->id, .cnt = 1 });
	profile_set_attr(p, "application", "%s", program);
	profile_set_attr(p, "cumulative_overhead_ticks", "1000");
	profile_set_attr(p, "agent_lost", "%u", times);
	profile_set_attr(p, "agent_waited_us", "%u", times);
	profile_set_attr(p, "layout", "first");
	profile_set_option(p, "calls", "1");
	return p;
}

static void add(struct merge *m, struct profile *p)
{
	cr_assert_eq(merge_add(m, p), 0);
	profile_free(p);
}

static uint64_t count_of(const struct profile *p, const char *name, uint32_t line)
{
	struct profile_file *file;

	HASH_FIND_STR(p->files_by_name, name, file);
	return file ? profile_line(file, line).cnt : 0;
}

/* What AutoSplit has cut off a module is the module's in the sum, too, whichever comes first. */
Test(merge, an_alias_is_added_to_the_file_that_it_is_a_part_of)
{
	struct merge *m = merge_new();
	struct profile *p = profile_new();
	struct profile_file *part, *module;

	part = profile_file(p, "/lib/M.pm (autosplit into x.al)", 0, 0, FILE_VIA_STMT);
	module = profile_file(p, "/M.pm", 0, 0, FILE_VIA_STMT);
	part->alias_of = module->fid;
	profile_add_line(part, 20, 3, 10);
	profile_add_line(module, 4, 2, 10);
	add(m, p);
	add(m, make("/a.pl", 5, "1"));
	p = merge_profile(m);
	cr_assert_not_null(p);
	cr_expect_eq(count_of(p, "/M.pm", 20), 3u);
	cr_expect_eq(count_of(p, "/M.pm", 4), 7u);
	cr_expect_eq(count_of(p, "/lib/M.pm (autosplit into x.al)", 20), 0u);
	merge_free(m);
}

Test(merge, of_one_is_that_one)
{
	struct merge *m = merge_new();
	struct profile_totals totals;
	struct profile *p;

	add(m, make("/a.pl", 3, "1"));
	p = merge_profile(m);
	cr_assert_not_null(p);
	profile_totals(p, &totals);
	cr_expect_eq(totals.stmts, 9u);
	cr_expect_eq(totals.sub_calls, 6u);
	cr_expect_eq(p->file_cnt, 3u);
	cr_expect_eq(call_tree_cnt(&p->call_tree), 2u);
	cr_expect_str_eq(profile_find_fid(p, p->main_fid)->name, "/a.pl");
	cr_expect_str_eq(profile_attr(p, "application"), "/a.pl");
	cr_expect_str_eq(profile_attr(p, "cumulative_overhead_ticks"), "1000");
	cr_expect_str_eq(profile_attr(p, "basetime"), "997");
	cr_expect_str_eq(p->options[0].value, "1");
	merge_free(m);
}

Test(merge, adds_up_what_has_the_same_name)
{
	struct merge *m = merge_new();
	struct profile_totals totals;
	struct profile_sub *f;
	struct profile *p;

	add(m, make("/a.pl", 3, "1"));
	add(m, make("/a.pl", 4, "1"));
	add(m, make("/b.pl", 1, "1"));
	p = merge_profile(m);
	profile_totals(p, &totals);
	cr_expect_eq(totals.stmts, 24u);
	cr_expect_eq(totals.stmt_ns, 180);
	cr_expect_eq(count_of(p, "/M.pm", 4), 8u);
	cr_expect_eq(count_of(p, "/a.pl", 7), 7u);
	cr_expect_eq(count_of(p, "/b.pl", 7), 1u);
	cr_expect_eq(count_of(p, "(eval 1)[a.pl:7]", 1), 7u);
	HASH_FIND_STR(p->subs_by_name, "M::f", f);
	cr_expect(f->called && f->defined && f->first == 3 && f->last == 9);
	cr_expect_str_eq(profile_find_fid(p, f->fid)->name, "/M.pm");
	cr_expect_eq(HASH_COUNT(p->calls), 4u);
	cr_expect_eq(p->calls->counts.cnt, 7u);
	cr_expect_eq(p->calls->counts.incl_ns, 200);
	cr_expect_eq(p->calls->counts.rec_depth, 4u);
	/* M::f once, below it the anonymous sub of a.pl's eval and that of b.pl's. */
	cr_expect_eq(call_tree_cnt(&p->call_tree), 3u);
	cr_expect_str_eq(profile_attr(p, "application"), "/a.pl (2 runs) and /b.pl");
	cr_expect_str_eq(profile_attr(p, "cumulative_overhead_ticks"), "3000");
	cr_expect_str_eq(profile_attr(p, "agent_lost"), "8");
	cr_expect_str_eq(profile_attr(p, "agent_waited_us"), "8");
	cr_expect_str_eq(profile_attr(p, "layout"), "first");
	cr_expect_str_eq(profile_attr(p, "agent_merged_profiles"), "3");
	/* All their times fit into the duration. */
	cr_expect_float_eq(p->start, 996, 1e-9);
	cr_expect_float_eq(p->end, 1002, 1e-9);
	cr_expect_eq(p->pid, 4u);
	merge_free(m);
}

/* Their numbers are what they were in their process. */
Test(merge, evals_are_told_apart_by_place_and_source)
{
	struct merge *m = merge_new();
	struct profile_sub *anon;
	struct profile *p;

	add(m, make("/a.pl", 3, "sub { 1 }"));
	add(m, make("/a.pl", 4, "sub { 2 }"));
	add(m, make("/a.pl", 5, "sub { 1 }"));
	p = merge_profile(m);
	cr_expect_eq(count_of(p, "(eval 1)[a.pl:7]", 1), 8u);
	cr_expect_eq(count_of(p, "(eval 2)[a.pl:7]", 1), 4u);
	HASH_FIND_STR(p->subs_by_name, "main::__ANON__[(eval 2)[a.pl:7]:1]", anon);
	cr_assert_not_null(anon);
	cr_expect_str_eq(profile_find_fid(p, anon->fid)->name, "(eval 2)[a.pl:7]");
	cr_expect_str_eq(profile_find_fid(p, anon->fid)->source, "sub { 2 }");
	cr_expect_eq(profile_find_fid(p, anon->fid)->eval_line, 7u);
	cr_expect_eq(p->file_cnt, 4u);
	merge_free(m);
}

/* The sum has a bound where the processes have none. */
Test(merge, of_ever_new_evals_does_not_grow_for_ever)
{
	struct merge *m = merge_new();
	struct profile *p;
	size_t size;
	char text[32];
	unsigned i;

	for (i = 0; i < MERGE_EVALS + 500; i++) {
		snprintf(text, sizeof(text), "%08u", i);
		add(m, make("/a.pl", 1, text));
		if (i == MERGE_EVALS)
			size = merge_size(m);
	}
	cr_expect_eq(merge_size(m), size);
	p = merge_profile(m);
	cr_expect_eq(p->file_cnt, MERGE_EVALS + 2u);
	cr_expect_eq(count_of(p, "(eval 1000)[a.pl:7]", 1), 501u);
	merge_free(m);
}

Test(merge, keeps_blocks)
{
	const struct block_id id = { 5, 4, 2 };
	struct merge *m = merge_new();
	struct profile_file *file;
	struct profile *p;
	int i;

	for (i = 0; i < 2; i++) {
		p = profile_new();
		profile_add_block(profile_file(p, "/a", 0, 0, 0), &id, 3, 10);
		add(m, p);
	}
	p = merge_profile(m);
	file = profile_find_fid(p, 1);
	cr_expect_eq(profile_line(file, 5).cnt, 6u);
	cr_expect_eq(file->blocks->counts.cnt, 6u);
	cr_expect_eq(HASH_COUNT(file->blocks), 1u);
	merge_free(m);
}

/* A damaged file can say so. */
Test(merge, takes_evals_in_a_circle)
{
	struct merge *m = merge_new();
	struct profile *p = profile_new();
	struct profile_file *a = profile_file(p, "(eval 1)[x:1]", 2, 1, 0),
			    *b = profile_file(p, "(eval 2)[x:1]", 1, 1, 0);

	profile_add_line(a, 1, 1, 1);
	profile_add_line(b, 1, 1, 1);
	cr_expect_eq(merge_add(m, p), 0);
	profile_free(p);
	cr_expect_not_null(merge_profile(m));
	merge_free(m);
}
