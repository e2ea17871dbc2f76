// SPDX-License-Identifier: GPL-2.0-or-later
/* What the agent takes of a worker's answer, and what it refuses. */
#include <criterion/criterion.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "dump/answer.h"
#include "dump/dump.h"

#define TID 100

static struct dump_request q;
static struct dump dump;
static struct sandbox_answer answer;
static const void *peeks[1];

static void set_up(void)
{
	q = (struct dump_request){ .thread_cnt = 1,
				   .threads = { { .tid = TID, .peek_len = 4 } },
				   .file_cnt = 1,
				   .files = { { .path = "/usr/bin/perl" } } };
	dump = (struct dump){ .answer = &answer, .peeks = peeks };
}

static void tear_down(void)
{
	size_t i;

	for (i = 0; i < dump.perl_cnt; i++)
		free(dump.perls[i].path);
	free(dump.perls);
	free(dump.interps);
	free(dump.frames);
	free(dump.locals);
	free(dump.texts);
	free(answer.data);
}

TestSuite(dump_answer, .init = set_up, .fini = tear_down, .timeout = 60);

static void say(const struct dump_record *r, const void *bytes)
{
	answer.data = realloc(answer.data, answer.len + sizeof(*r) + r->len);
	memcpy(answer.data + answer.len, r, sizeof(*r));
	if (r->len)
		memcpy(answer.data + answer.len + sizeof(*r), bytes, r->len);
	answer.len += sizeof(*r) + r->len;
}

static void say_perl(void)
{
	say(&(struct dump_record){ .kind = RECORD_PERL, .n = { 0, 5, 36, 0 } }, NULL);
}

static void say_interp(pid_t tid)
{
	say(&(struct dump_record){ .kind = RECORD_INTERP, .n = { (uint32_t)tid } }, NULL);
}

static int take(void)
{
	say(&(struct dump_record){ .kind = RECORD_END }, NULL);
	return dump_answer_take(&dump, &q);
}

Test(dump_answer, frames_belong_to_the_last_interpreter)
{
	say(&(struct dump_record){ .kind = RECORD_TEXT, .len = 5 }, "a.pl");
	say_perl();
	say_interp(TID);
	say_interp(0);
	say(&(struct dump_record){ .kind = RECORD_FRAME, .n = { CALL_MAIN, 7, 0, 1 } }, NULL);
	cr_assert_eq(take(), 0);
	cr_assert_eq(dump.interp_cnt, 2);
	cr_expect_eq(dump.interps[0].tid, TID);
	cr_expect_eq(dump.interps[0].frame_cnt, 0);
	cr_assert_eq(dump.interps[1].frame_cnt, 1);
	cr_expect_str_eq(dump.frames[0].file, "a.pl");
	cr_expect_str_eq(dump.perls[0].path, "/usr/bin/perl");
}

Test(dump_answer, a_thread_of_another_process_is_refused)
{
	say_perl();
	say_interp(TID + 1);
	cr_expect_eq(take(), -EPROTO);
}

Test(dump_answer, more_perls_than_a_worker_reads_are_refused)
{
	unsigned i;

	for (i = 0; i <= DUMP_PERLS_MAX; i++)
		say_perl();
	cr_expect_eq(take(), -EPROTO);
	cr_expect_eq(dump.perl_cnt, DUMP_PERLS_MAX);
}

Test(dump_answer, more_interpreters_than_threads_are_refused)
{
	unsigned i;

	say_perl();
	for (i = 0; i <= DUMP_PERLS_MAX * DUMP_INTERPS_MAX; i++)
		say_interp(0);
	cr_expect_eq(take(), -EPROTO);
	cr_expect_eq(dump.interp_cnt, DUMP_PERLS_MAX * DUMP_INTERPS_MAX);
}

Test(dump_answer, a_text_without_an_end_is_refused)
{
	say(&(struct dump_record){ .kind = RECORD_TEXT, .len = 4 }, "a.pl");
	cr_expect_eq(take(), -EPROTO);
}

Test(dump_answer, a_peek_of_another_length_is_refused)
{
	say(&(struct dump_record){ .kind = RECORD_PEEK, .len = 5 }, "a.pl");
	cr_expect_eq(take(), -EPROTO);
}

Test(dump_answer, an_answer_without_an_end_is_refused)
{
	say_perl();
	cr_expect_eq(dump_answer_take(&dump, &q), -EPROTO);
}
