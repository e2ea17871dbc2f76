// SPDX-License-Identifier: GPL-2.0-or-later
/* Three hashes: rows, stacks and names. The rows know the others by their numbers. */
#include "profile/kevents.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "profile/profile.h"
#include "util/sort.h"

#define RUNTIME "main::RUNTIME"
#define OTHERS	"(others)" /* instead of the names that are too many */

/* Room for one more in an array of cnt pointers. NULL: out of memory. */
static void *make_room(void *array, uint32_t cnt)
{
	if (cnt & (cnt - 1)) /* neither 0 nor a power of 2 */
		return array;
	return reallocarray(array, cnt ? 2ul * cnt : 1, sizeof(void *));
}

/* ------------------------------------------------------------------------- texts */

static int text_nr(struct profile_kevents *k, const char *text, uint32_t *nr)
{
	struct kevent_text *entry, **more;

	*nr = 0;
	if (!*text)
		return 0;
	HASH_FIND_STR(k->texts, text, entry);
	if (!entry && k->text_cnt >= KEVENT_TEXTS_MAX) {
		text = OTHERS;
		HASH_FIND_STR(k->texts, text, entry);
	}
	if (!entry) {
		more = make_room(k->texts_by_nr, k->text_cnt);
		if (!more)
			return -ENOMEM;
		k->texts_by_nr = more;
		entry = calloc(1, sizeof(*entry));
		if (!entry || !(entry->text = strdup(text))) {
			free(entry);
			return -ENOMEM;
		}
		more[k->text_cnt++] = entry;
		entry->nr = k->text_cnt;
		HASH_ADD_KEYPTR(hh, k->texts, entry->text, strlen(entry->text), entry);
	}
	*nr = entry->nr;
	return 0;
}

static const char *text_of(const struct profile *p, uint32_t nr)
{
	return nr ? p->kevents.texts_by_nr[nr - 1]->text : "";
}

const char *profile_kevent_event(const struct profile *p, const struct profile_kevent *row)
{
	return text_of(p, row->id.event);
}

const char *profile_kevent_detail(const struct profile *p, const struct profile_kevent *row)
{
	return text_of(p, row->id.detail);
}

/* ------------------------------------------------------------------------ stacks */

int profile_kevent_stack(struct profile *p, uint32_t up, uint32_t sub, uint32_t *nr)
{
	struct profile_kevents *k = &p->kevents;
	const struct kevent_stack_id id = { .up = up <= k->stack_cnt ? up : 0, .sub = sub };
	const struct kevent_stack *caller = profile_kevent_caller(p, id.up);
	const uint32_t depth = caller ? caller->depth + 1 : 1;
	struct kevent_stack *entry, **more;

	HASH_FIND(hh, k->stacks, &id, sizeof(id), entry);
	if (!entry && (k->stack_cnt >= KEVENT_STACKS_MAX || depth > KEVENT_DEPTH_MAX)) {
		*nr = 0;
		return 0;
	}
	if (!entry) {
		more = make_room(k->stacks_by_nr, k->stack_cnt);
		if (!more)
			return -ENOMEM;
		k->stacks_by_nr = more;
		entry = calloc(1, sizeof(*entry));
		if (!entry)
			return -ENOMEM;
		more[k->stack_cnt++] = entry;
		entry->nr = k->stack_cnt;
		entry->depth = depth;
		entry->id = id;
		HASH_ADD(hh, k->stacks, id, sizeof(entry->id), entry);
	}
	*nr = entry->nr;
	return 0;
}

const struct kevent_stack *profile_kevent_caller(const struct profile *p, uint32_t stack)
{
	return stack && stack <= p->kevents.stack_cnt ? p->kevents.stacks_by_nr[stack - 1] : NULL;
}

static bool is_program(const struct profile *p, uint32_t sub)
{
	return !strcmp(p->subs[sub]->name, RUNTIME);
}

void profile_kevent_callers(const struct profile *p, const char *event,
			    struct kevent_callers *callers)
{
	const struct profile_kevent *row;
	const struct kevent_stack *s;

	*callers = (struct kevent_callers){};
	for (row = p->kevents.rows; row; row = row->hh.next) {
		if (row->id.where != KEVENT_AT_SUB ||
		    (event && strcmp(profile_kevent_event(p, row), event) != 0))
			continue;
		callers->all += row->sum.cnt;
		s = profile_kevent_caller(p, row->id.stack);
		if (!s && !is_program(p, row->id.sub))
			callers->none += row->sum.cnt;
		while (s && s->id.up)
			s = profile_kevent_caller(p, s->id.up);
		if (s && !is_program(p, s->id.sub))
			callers->cut += row->sum.cnt;
	}
}

/* -------------------------------------------------------------------------- sums */

static void add_up(__u64 *sum, __u64 add)
{
	if (__builtin_add_overflow(*sum, add, sum))
		*sum = UINT64_MAX;
}

static void add_signed(__s64 *sum, __s64 add)
{
	if (__builtin_add_overflow(*sum, add, sum))
		*sum = add < 0 ? INT64_MIN : INT64_MAX;
}

void kevent_sum_add(struct kevent_sum *sum, const struct kevent_sum *add)
{
	add_up(&sum->cnt, add->cnt);
	add_up(&sum->errors, add->errors);
	add_signed(&sum->bytes, add->bytes);
	add_up(&sum->ns, add->ns);
}

/* Their number can be below 0 for a while: what one collection has found is freed by the next one. */
static void add_live(struct kevent_sum *sum, const struct kevent_sum *add)
{
	__s64 cnt = (__s64)sum->cnt;

	add_signed(&cnt, (__s64)add->cnt);
	sum->cnt = (__u64)cnt;
	add_signed(&sum->bytes, add->bytes);
}

bool kevent_is_by_bytes(const char *event)
{
	return !strcmp(event, EVENT_MEMORY) || !strcmp(event, EVENT_MALLOC_LIVE) ||
	       !strcmp(event, EVENT_TCP_BYTES);
}

static struct profile_kevent *find_row(struct profile_kevents *k, const struct kevent_id *id)
{
	struct profile_kevent *row;

	HASH_FIND(hh, k->rows, id, sizeof(*id), row);
	return row;
}

/* NULL: out of memory. */
static struct profile_kevent *row_of(struct profile_kevents *k, struct kevent_id id)
{
	struct profile_kevent *row = find_row(k, &id);

	if (!row && HASH_COUNT(k->rows) >= KEVENT_ROWS_MAX) {
		id = (struct kevent_id){ .where = KEVENT_AT_UNKNOWN,
					 .event = id.event,
					 .detail = id.detail };
		row = find_row(k, &id);
	}
	if (row || !(row = calloc(1, sizeof(*row))))
		return row;
	row->id = id;
	HASH_ADD(hh, k->rows, id, sizeof(row->id), row);
	return row;
}

int profile_add_kevent(struct profile *p, const struct kevent_in *in, const struct kevent_sum *add)
{
	struct profile_kevents *k = &p->kevents;
	struct kevent_id id = { .where = in->where < KEVENT_WHERES ? in->where :
								     KEVENT_AT_UNKNOWN };
	struct profile_kevent *row;
	bool live;

	if (text_nr(k, in->event, &id.event) || text_nr(k, in->detail, &id.detail))
		return -ENOMEM;
	if (id.where == KEVENT_AT_SUB && in->sub < p->sub_cnt) {
		id.sub = in->sub;
		id.stack = in->stack <= k->stack_cnt ? in->stack : 0;
		if (in->fid && in->fid <= p->file_cnt) {
			id.fid = in->fid;
			id.line = in->line;
		}
	} else if (id.where == KEVENT_AT_SUB) {
		id.where = KEVENT_AT_UNKNOWN;
	}
	row = row_of(k, id);
	if (!row)
		return -ENOMEM;
	live = !strcmp(in->event, EVENT_MALLOC_LIVE);
	row->by_bytes = kevent_is_by_bytes(in->event);
	if (live)
		add_live(&row->sum, add);
	else
		kevent_sum_add(&row->sum, add);
	row->change = ++k->changes;
	return 0;
}

const char *kevent_where_name(enum kevent_where where)
{
	static const char *const words[KEVENT_WHERES] = { [KEVENT_AT_SUB] = "",
							  [KEVENT_AT_PERL] = "PERL",
							  [KEVENT_AT_UNKNOWN] = "(unknown place)",
							  [KEVENT_AT_FLOOD] = "(too many)" };

	return words[where];
}

const char *profile_kevent_sub(const struct profile *p, const struct profile_kevent *row)
{
	const char *name;

	if (row->id.where != KEVENT_AT_SUB)
		return kevent_where_name((enum kevent_where)row->id.where);
	name = p->subs[row->id.sub]->name;
	return strcmp(name, RUNTIME) != 0 ? name : "MAIN";
}

int64_t profile_kevent_amount(const struct profile_kevent *row, const struct kevent_sum *sum)
{
	if (row->by_bytes)
		return sum->bytes;
	return sum->cnt > INT64_MAX ? INT64_MAX : (int64_t)sum->cnt;
}

/* ------------------------------------------------------------------------- order */

/* The rest, so that the order does not depend on that of the hash. */
static int compare_rows(const void *a, const void *b)
{
	const struct profile_kevent *x = *(const struct profile_kevent *const *)a;
	const struct profile_kevent *y = *(const struct profile_kevent *const *)b;

	if (x->id.event != y->id.event)
		return x->id.event < y->id.event ? -1 : 1;
	if (x->by_bytes && x->sum.bytes != y->sum.bytes)
		return x->sum.bytes < y->sum.bytes ? 1 : -1;
	if (x->sum.cnt != y->sum.cnt)
		return x->sum.cnt < y->sum.cnt ? 1 : -1;
	if (x->sum.ns != y->sum.ns)
		return x->sum.ns < y->sum.ns ? 1 : -1;
	return memcmp(&x->id, &y->id, sizeof(x->id));
}

const struct profile_kevent **profile_sorted_kevents(const struct profile *p, size_t *cnt)
{
	const struct profile_kevent **sorted, *row;
	size_t i = 0;

	*cnt = HASH_COUNT(p->kevents.rows);
	sorted = calloc(*cnt + 1, sizeof(*sorted));
	if (!sorted)
		return NULL;
	for (row = p->kevents.rows; row; row = row->hh.next)
		sorted[i++] = row;
	sort(sorted, *cnt, sizeof(*sorted), compare_rows);
	return sorted;
}

/* -------------------------------------------------------------------------- subs */

/* Stacks that become one keep their numbers: the later ones are not found any more. */
static void renumber_stacks(struct profile_kevents *k, const uint32_t *subs)
{
	struct kevent_stack *same;
	uint32_t i;

	HASH_CLEAR(hh, k->stacks);
	for (i = 0; i < k->stack_cnt; i++) {
		struct kevent_stack *stack = k->stacks_by_nr[i];

		stack->id.sub = subs[stack->id.sub];
		HASH_FIND(hh, k->stacks, &stack->id, sizeof(stack->id), same);
		if (!same)
			HASH_ADD(hh, k->stacks, id, sizeof(stack->id), stack);
	}
}

/* Rows that become one are added up. */
void kevents_renumber(struct profile_kevents *k, const uint32_t *subs)
{
	struct profile_kevent *old = k->rows, *row, *next, *same;

	renumber_stacks(k, subs);
	k->rows = NULL;
	HASH_ITER(hh, old, row, next) {
		HASH_DEL(old, row);
		if (row->id.where == KEVENT_AT_SUB)
			row->id.sub = subs[row->id.sub];
		same = find_row(k, &row->id);
		if (same) {
			kevent_sum_add(&same->sum, &row->sum);
			free(row);
		} else {
			HASH_ADD(hh, k->rows, id, sizeof(row->id), row);
		}
	}
}

void kevents_release(struct profile_kevents *k)
{
	struct profile_kevent *row, *next;
	uint32_t i;

	HASH_ITER(hh, k->rows, row, next) {
		HASH_DEL(k->rows, row);
		free(row);
	}
	HASH_CLEAR(hh, k->stacks);
	HASH_CLEAR(hh, k->texts);
	for (i = 0; i < k->stack_cnt; i++)
		free(k->stacks_by_nr[i]);
	for (i = 0; i < k->text_cnt; i++) {
		free(k->texts_by_nr[i]->text);
		free(k->texts_by_nr[i]);
	}
	free(k->stacks_by_nr);
	free(k->texts_by_nr);
	memset(k, 0, sizeof(*k));
}
