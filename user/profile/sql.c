// SPDX-License-Identifier: GPL-2.0-or-later
/* Two hashes: one of the rows, and one of the statements, which the rows know by numbers. */
#include "profile/sql.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "profile/profile.h"
#include "util/allowance.h"
#include "util/sort.h"

/* What belongs to an entry: pointers, its share of a hash, and what malloc(3) adds. */
#define ENTRY_SHARE 64

/* --------------------------------------------------------------------------- room */

void profile_charge_sqls(struct profile *p, struct allowance *allowance, uint32_t user)
{
	p->sqls.allowance = allowance;
	p->sqls.user = user;
}

static bool charge(struct profile_sqls *s, size_t size)
{
	size += ENTRY_SHARE;
	if (!allowance_take(s->allowance, s->user, size)) {
		s->refused++;
		return false;
	}
	s->bytes += size;
	return true;
}

static bool has_room_for_statement(struct profile_sqls *s, const char *text)
{
	return s->statement_cnt < SQL_STATEMENTS_MAX &&
	       charge(s, sizeof(struct sql_statement) + strlen(text));
}

static bool has_room_for_row(struct profile_sqls *s)
{
	return HASH_COUNT(s->rows) < SQL_ROWS_MAX && charge(s, sizeof(struct profile_sql));
}

/* -------------------------------------------------------------------- statements */

static struct sql_statement *new_statement(struct profile_sqls *s, const char *text)
{
	struct sql_statement *entry = calloc(1, sizeof(*entry)), **more = s->by_nr;
	uint32_t cnt = s->statement_cnt;

	if (entry && !(cnt & (cnt - 1))) /* 0 and the powers of 2 */
		more = reallocarray(more, cnt ? 2 * cnt : 1, sizeof(*more));
	if (!entry || !more || !(entry->text = strdup(text))) {
		if (entry && more)
			s->by_nr = more;
		free(entry);
		return NULL;
	}
	s->by_nr = more;
	more[s->statement_cnt++] = entry;
	entry->nr = s->statement_cnt;
	HASH_ADD_KEYPTR(hh, s->statements, entry->text, strlen(entry->text), entry);
	return entry;
}

/* 0: out of memory. */
static uint32_t statement_nr(struct profile_sqls *s, const char *text)
{
	struct sql_statement *entry;

	HASH_FIND_STR(s->statements, text, entry);
	if (!entry && strcmp(text, SQL_OTHERS) != 0 && !has_room_for_statement(s, text))
		return statement_nr(s, SQL_OTHERS);
	if (!entry)
		entry = new_statement(s, text);
	return entry ? entry->nr : 0;
}

const char *profile_sql_text(const struct profile *p, const struct profile_sql *row)
{
	return p->sqls.by_nr[row->id.statement - 1]->text;
}

/* -------------------------------------------------------------------------- sums */

static void add_up(uint64_t *sum, uint64_t add)
{
	if (__builtin_add_overflow(*sum, add, sum))
		*sum = UINT64_MAX;
}

static void sum_add(struct sql_sum *sum, const struct sql_sum *add)
{
	add_up(&sum->cnt, add->cnt);
	add_up(&sum->ns, add->ns);
	add_up(&sum->prepare_cnt, add->prepare_cnt);
	add_up(&sum->prepare_ns, add->prepare_ns);
}

static struct profile_sql *find_row(struct profile_sqls *s, const struct sql_id *id)
{
	struct profile_sql *row;

	HASH_FIND(hh, s->rows, id, sizeof(*id), row);
	return row;
}

/* NULL: out of memory. */
static struct profile_sql *row_of(struct profile_sqls *s, struct sql_id id)
{
	struct profile_sql *row = id.statement ? find_row(s, &id) : NULL;

	if (!row && !has_room_for_row(s)) {
		id = (struct sql_id){ .statement = statement_nr(s, SQL_OTHERS) };
		row = find_row(s, &id);
	}
	if (row || !id.statement || !(row = calloc(1, sizeof(*row))))
		return row;
	row->id = id;
	HASH_ADD(hh, s->rows, id, sizeof(row->id), row);
	return row;
}

int profile_add_sql(struct profile *p, const struct sql_place_in *at, const char *text,
		    const struct sql_sum *add)
{
	const uint64_t refused = p->sqls.refused;
	struct sql_id id = { .statement = statement_nr(&p->sqls, text) };
	struct profile_sql *row;

	if (at->fid && at->fid <= p->file_cnt) {
		id.fid = at->fid;
		id.line = at->line;
		id.sub = at->sub;
	}
	row = row_of(&p->sqls, id);
	if (p->sqls.refused > refused) /* a statement and its row are one */
		p->sqls.refused = refused + 1;
	if (!row)
		return -ENOMEM;
	sum_add(&row->sum, add);
	return 0;
}

struct sql_sum profile_sql_sum(const struct profile *p)
{
	const struct profile_sql *row;
	struct sql_sum sum = {};

	for (row = p->sqls.rows; row; row = row->hh.next)
		sum_add(&sum, &row->sum);
	return sum;
}

/* ------------------------------------------------------------------------- order */

/* By time; then by place, so that the order does not depend on that of the hash. */
static int compare_rows(const void *a, const void *b)
{
	const struct profile_sql *x = *(const struct profile_sql *const *)a;
	const struct profile_sql *y = *(const struct profile_sql *const *)b;

	if (x->sum.ns != y->sum.ns)
		return x->sum.ns < y->sum.ns ? 1 : -1;
	return memcmp(&x->id, &y->id, sizeof(x->id));
}

const struct profile_sql **profile_sorted_sqls(const struct profile *p, size_t *cnt)
{
	const struct profile_sql **sorted, *row;
	size_t i = 0;

	*cnt = HASH_COUNT(p->sqls.rows);
	sorted = calloc(*cnt + 1, sizeof(*sorted));
	if (!sorted)
		return NULL;
	for (row = p->sqls.rows; row; row = row->hh.next)
		sorted[i++] = row;
	sort(sorted, *cnt, sizeof(*sorted), compare_rows);
	return sorted;
}

/* -------------------------------------------------------------------------- subs */

/* Those that become one are added up. */
void sqls_renumber(struct profile_sqls *s, const uint32_t *subs)
{
	struct profile_sql *old = s->rows, *row, *next, *same;

	s->rows = NULL;
	HASH_ITER(hh, old, row, next) {
		HASH_DEL(old, row);
		if (row->id.fid)
			row->id.sub = subs[row->id.sub];
		same = find_row(s, &row->id);
		if (same) {
			sum_add(&same->sum, &row->sum);
			free(row);
		} else {
			HASH_ADD(hh, s->rows, id, sizeof(row->id), row);
		}
	}
}

void sqls_release(struct profile_sqls *s)
{
	struct profile_sql *row, *next;
	uint32_t i;

	HASH_ITER(hh, s->rows, row, next) {
		HASH_DEL(s->rows, row);
		free(row);
	}
	HASH_CLEAR(hh, s->statements);
	for (i = 0; i < s->statement_cnt; i++) {
		free(s->by_nr[i]->text);
		free(s->by_nr[i]);
	}
	free(s->by_nr);
	allowance_give(s->allowance, s->user, s->bytes);
	memset(s, 0, sizeof(*s));
}
