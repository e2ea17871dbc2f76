// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * The dump of a process.  The first byte says what follows.  If it is even, that is the process's
 * memory, and half of the byte says which perl it is.  The agent takes and shows what the worker
 * says of that memory.  If it is odd, that is the answer of a worker that somebody else controls.
 */
#include <errno.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>

#include "dump/answer.h"
#include "dump/dump.h"
#include "dump/frames.h"
#include "dump/locals.h"
#include "dump/say.h"
#include "dump/show.h"
#include "dump/stack.h"
#include "dump/threads.h"
#include "input_memory.h"
#include "inspect/memory.h"
#include "inspect/perl_memory.h"
#include "perl/layout.h"
#include "waits/wait.h"

#define SAID_MAX  (32u << 10) /* bytes of an answer; it also bounds the time */
#define NO_THREAD INT32_MAX /* no thread has this id, or one just below */
#define LIST	  40u /* in the memory: a thread's list of robust futexes */
#define KEY	  3u

size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t max, unsigned seed)
{
	if (size && data[0] & 1)
		return LLVMFuzzerMutate(data, size, max);
	return input_mutate(data, size, max, seed);
}

/* ------------------------------------------------------------------------- agent */

/* Threads in calls that say in memory what they wait for. */
static const struct wait waits[] = {
	{ .tid = NO_THREAD, .state = 'S', .call = SYS_ppoll, .args = { 1, 3 } },
	{ .tid = NO_THREAD - 1, .state = 'S', .call = SYS_pselect6, .args = { 70, 0, 1 } },
	{ .tid = NO_THREAD - 2, .state = 'S', .call = SYS_pselect6, .args = { 0, 0, 0, 0, 1 } },
	{ .tid = NO_THREAD - 3, .state = 'S', .call = SYS_nanosleep, .args = { 1 } },
	{ .tid = NO_THREAD - 4, .state = 'S', .call = SYS_openat, .args = { 0, 1 } },
};

#define WAITS (sizeof(waits) / sizeof(waits[0]))

static struct dump_request *request(void)
{
	static struct dump_request q = {
		.file_cnt = 2, .files = { { .path = "/usr/bin/perl" }, { .path = "/opt/perl" } }
	};
	struct wait_peek peek;

	for (; q.thread_cnt < WAITS; q.thread_cnt++) {
		wait_wants(&waits[q.thread_cnt], &peek);
		q.threads[q.thread_cnt] = (struct dump_request_thread){ .tid = peek.tid,
									.peek = peek.addr,
									.peek_len = peek.len };
	}
	return &q;
}

/* No byte of what somebody else wrote drives a terminal. */
static void expect_plain(const char *text, size_t len)
{
	size_t i;

	for (i = 0; i < len; i++) {
		if (((unsigned char)text[i] < ' ' && text[i] != '\n') || text[i] == 0x7f)
			abort();
	}
}

static void show(const struct dump *d, const struct shown_wait *shown)
{
	char *text;
	size_t len;
	FILE *out = open_memstream(&text, &len);

	show_text(d, NO_THREAD, shown, out);
	show_json(d, NO_THREAD, shown, out);
	fclose(out);
	expect_plain(text, len);
	free(text);
}

static void show_with_waits(const struct dump *d)
{
	struct shown_wait *shown = calloc(d->interp_cnt, sizeof(*shown));
	size_t i, at;

	for (i = 0; i < d->interp_cnt; i++) {
		for (at = 0; at < WAITS && waits[at].tid != d->interps[i].tid; at++)
			;
		if (at == WAITS && d->interps[i].tid)
			abort();
		if (at == WAITS)
			continue;
		shown[i].wait = waits[at];
		wait_object(&waits[at], d->peeks[at], shown[i].object);
	}
	show(d, shown);
	free(shown);
}

/* What it returns is that of dump_answer_take(). */
static int take(const void *data, size_t size)
{
	struct dump d = { .answer = calloc(1, sizeof(*d.answer)),
			  .peeks = calloc(WAITS, sizeof(*d.peeks)) };
	int rc;

	d.answer->data = malloc(size + 1);
	d.answer->len = size;
	memcpy(d.answer->data, data, size);
	rc = dump_answer_take(&d, request());
	if (!rc && d.interp_cnt)
		show_with_waits(&d);
	dump_release(&d);
	return rc;
}

/* ------------------------------------------------------------------------ worker */

static struct {
	char bytes[SAID_MAX];
	size_t len;
} said;

/* The linker puts it in the place of the sandbox's. */
int __wrap_sandbox_say(struct sandbox_worker *w, const void *data, size_t len);
int __wrap_sandbox_say(struct sandbox_worker *w, const void *data, size_t len)
{
	(void)w;
	if (len > SAID_MAX - said.len)
		return -EFBIG;
	memcpy(said.bytes + said.len, data, len);
	said.len += len;
	return 0;
}

static void say_stack(struct perl_memory *p, struct saying *s)
{
	const struct frames_wish wish = { .locals = true, .values = true };
	const struct dump_record perl = { .kind = RECORD_PERL, .n = { 0, 5, 44, 0 } };
	const struct dump_record end = { .kind = RECORD_END };
	struct dump_record interp = { .kind = RECORD_INTERP };
	struct dump_stack stack;

	interp.addr = thread_specific(p, INPUT_BASE + LIST, KEY);
	if (!stack_read(p, INPUT_BASE, &stack)) {
		if (stack_compare(&stack, &stack) != STACK_STOOD)
			abort();
		interp.n[0] = NO_THREAD - 3;
		interp.n[3] = (uint32_t)stack.contexts;
		interp.n[4] = say_text(s, stack.why);
		say_record(s, &perl, NULL);
		say_record(s, &interp, NULL);
		frames_say(p, &stack, &wish, s);
	}
	say_record(s, &end, NULL);
	stack_release(&stack);
}

/*
 * The agent takes each answer of a worker that nobody else controls.  The struct memory is kept, as
 * making one takes longer than all the rest.
 */
static void dump_memory(const struct perl_layout *layout, const uint8_t *data, size_t size)
{
	static struct memory *mem;
	static struct input in;
	struct perl_memory p = { .layout = layout };
	struct saying s = {};

	in = (struct input){ data, size };
	mem = mem ?: memory_new(input_read, &in);
	memory_forget(mem);
	p.mem = mem;
	said.len = 0;
	say_stack(&p, &s);
	if (!s.rc && take(said.bytes, said.len))
		abort();
	saying_release(&s);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct perl_layout layout;
	const struct layout_row *rows;
	size_t cnt;

	if (!size)
		return -1;
	if (data[0] & 1) {
		take(data + 1, size - 1);
		return 0;
	}
	rows = layout_rows(&cnt);
	layout = rows[data[0] / 2 % cnt].layout;
	layout.Icurcop = 0; /* as in tests/unit/test_dump.c */
	layout.Iop = 8;
	layout.Icurstackinfo = 16;
	layout.Imain_cv = 24;
	layout.IDBsub = 32;
	dump_memory(&layout, data + 1, size - 1);
	return 0;
}
