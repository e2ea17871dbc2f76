// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * Each sub and each place is looked up once, as a deep stack mostly has the same ones again and
 * again.
 */
#include "dump/frames.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <uthash.h>

#include "dump/code.h"
#include "dump/locals.h"
#include "dump/say.h"
#include "dump/stack.h"
#include "inspect/memory.h"
#include "inspect/perl_memory.h"
#include "util/cleanup.h"

#define SOURCE_MAX 512u /* bytes of a string eval's text */

struct known_key {
	uint64_t addr; /* CV or COP */
	uint64_t op;
	uint64_t op_is_next;
};

/* A sub's name, or a place's file and line. */
struct known {
	struct known_key key;
	uint32_t text;
	uint32_t line;
	uint32_t seq;
	UT_hash_handle hh;
};

struct naming {
	struct perl_memory *p;
	const struct dump_stack *stack;
	const struct frames_wish *wish;
	struct saying *s;
	struct known *all; /* hash */
};

static struct known *known_add(struct naming *n, const struct known_key *key)
{
	struct known *known = calloc(1, sizeof(*known));

	if (!known) {
		n->s->rc = n->s->rc ?: -ENOMEM;
		return NULL;
	}
	known->key = *key;
	HASH_ADD(hh, n->all, key, sizeof(known->key), known);
	return known;
}

static struct known *known_find(struct naming *n, const struct known_key *key)
{
	struct known *known;

	HASH_FIND(hh, n->all, key, sizeof(*key), known);
	return known;
}

static void known_free(struct known *all)
{
	struct known *known, *next;

	HASH_ITER(hh, all, known, next) {
		HASH_DEL(all, known);
		free(known);
	}
}

static uint32_t say_code(struct naming *n, uint64_t cv)
{
	const struct known_key key = { .addr = cv };
	struct known *known = known_find(n, &key);
	char *name __cleanup(free_ptr) = NULL;

	if (known || !(known = known_add(n, &key)))
		return known ? known->text : 0;
	name = code_name(n->p, cv);
	known->text = say_text(n->s, name);
	return known->text;
}

static const struct known *find_place(struct naming *n, const struct dump_place *place)
{
	static const struct known nowhere;
	const struct known_key key = { place->cop, place->op, 1u + place->op_is_next };
	struct known *known = known_find(n, &key);
	char *file __cleanup(free_ptr) = NULL;
	uint64_t cop;

	if (known || !(known = known_add(n, &key)))
		return known ?: &nowhere;
	cop = place_cop(n->p, place);
	file = cop_file_text(n->p, cop);
	known->text = say_text(n->s, file);
	known->line = cop_line_number(n->p, cop);
	known->seq = perl_u32(n->p, place->cop + n->p->layout->cop_seq);
	return known;
}

/*
 * The string of an SV, cut, without the ";" that perl puts behind an eval's text (pp_ctl.c,
 * pp_entereval).
 */
static char *sv_text(struct perl_memory *p, uint64_t addr, bool eval)
{
	char text[SOURCE_MAX + 1] = {};
	struct sv sv;
	uint64_t len;

	if (!addr || memory_read(p->mem, addr, &sv, sizeof(sv)))
		return NULL;
	len = perl_u64(p, sv.any + p->layout->xpv_cur);
	if (len > SOURCE_MAX) {
		len = SOURCE_MAX;
		eval = false;
	}
	if (memory_read(p->mem, sv.u, text, len))
		return NULL;
	if (eval && len >= 2 && !memcmp(text + len - 2, "\n;", 2))
		text[len - 2] = '\0';
	return strdup(text);
}

/* ------------------------------------------------------------------------ locals */

static int say_local(void *arg, const char *name, const char *type, const char *value)
{
	struct saying *s = arg;
	const struct dump_record record = { .kind = RECORD_LOCAL,
					    .n = { say_text(s, name), say_text(s, type),
						   say_text(s, value) } };

	say_record(s, &record, NULL);
	return s->rc;
}

/* Where frame i is in its code. */
static const struct dump_place *place_of(const struct dump_stack *stack, size_t i)
{
	return i ? &stack->calls[i - 1].from : &stack->now;
}

/*
 * A block has the pad of the code that it is in: its own variables are those that are not in scope
 * outside.
 */
static void say_locals(struct naming *n, size_t i)
{
	const struct dump_stack *stack = n->stack;
	struct locals_scope scope = { .seq = find_place(n, place_of(stack, i))->seq,
				      .values = n->wish->values };
	size_t code = i;

	while (code + 1 < stack->cnt && !stack->calls[code].code)
		code++;
	if (code != i)
		scope.outer_seq = find_place(n, place_of(stack, i + 1))->seq;
	scope.code = stack->calls[code].code;
	scope.depth = stack->calls[code].depth;
	locals_each(n->p, &scope, say_local, n->s);
}

/* ------------------------------------------------------------------------ frames */

static void say_frame(struct naming *n, size_t i)
{
	const struct dump_call *call = &n->stack->calls[i];
	const struct known *place = find_place(n, place_of(n->stack, i));
	struct dump_record record = { .kind = RECORD_FRAME,
				      .n = { call->kind, place->line, 0, place->text, 0 } };
	char *text __cleanup(free_ptr) = NULL;

	if (call->kind == CALL_SUB || call->kind == CALL_FORMAT)
		record.n[2] = say_code(n, call->code);
	if (call->text)
		text = sv_text(n->p, call->text, call->kind == CALL_EVAL_TEXT);
	record.n[4] = say_text(n->s, text);
	say_record(n->s, &record, NULL);
	if (n->wish->locals)
		say_locals(n, i);
}

void frames_say(struct perl_memory *p, const struct dump_stack *stack,
		const struct frames_wish *wish, struct saying *s)
{
	struct naming n = { .p = p, .stack = stack, .wish = wish, .s = s };
	size_t i;

	for (i = 0; i < stack->cnt && !s->rc; i++)
		say_frame(&n, i);
	known_free(n.all);
}
