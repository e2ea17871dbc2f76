// SPDX-License-Identifier: GPL-2.0-or-later
#include "nytp/wait_records.h"

#include <errno.h>
#include <inttypes.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "nytp/remark_text.h"
#include "records/sink.h"
#include "profile/profile.h"
#include "profile/waits.h"
#include "util/cleanup.h"
#include "util/sort.h"

/* ---------------------------------------------------------------------- writing */

static void put_file(struct sink *s, const char *name)
{
	remark_put_key(s, " agent_wait_file=");
	remark_put_text(s, name);
	sink_put(s, "\n", 1);
}

static void put_wait(struct sink *s, uint32_t line, const struct wait_sum *sum,
		     const char *const texts[3])
{
	char numbers[96];
	int i;

	snprintf(numbers, sizeof(numbers), "%u\t%" PRIu64 "\t%" PRIu64 "\t%" PRIu64, line, sum->cnt,
		 sum->ns, sum->max_ns);
	remark_put_key(s, " agent_wait=");
	sink_put(s, numbers, strlen(numbers));
	for (i = 0; i < 3; i++) {
		sink_put(s, "\t", 1);
		remark_put_text(s, texts[i]);
	}
	sink_put(s, "\n", 1);
}

static int by_file(const void *a, const void *b)
{
	const struct profile_wait *x = *(const struct profile_wait *const *)a;
	const struct profile_wait *y = *(const struct profile_wait *const *)b;

	if (x->id.fid != y->id.fid)
		return x->id.fid < y->id.fid ? -1 : 1;
	return x->id.line != y->id.line ? (x->id.line < y->id.line ? -1 : 1) :
					  (x->sum.ns < y->sum.ns) - (x->sum.ns > y->sum.ns);
}

static void put_waits(struct sink *s, const struct profile *p, const struct profile_wait **waits,
		      size_t cnt)
{
	const struct profile_file *file;
	uint32_t fid = UINT32_MAX;
	size_t i;

	sort(waits, cnt, sizeof(*waits), by_file);
	for (i = 0; i < cnt; i++) {
		const struct wait_id *id = &waits[i]->id;
		const char *const texts[3] = { profile_wait_reason(p, waits[i]),
					       id->fid ? p->subs[id->sub]->name : "",
					       profile_wait_object(p, waits[i]) };

		file = profile_find_fid(p, id->fid);
		while (file && file->alias_of)
			file = profile_find_fid(p, file->alias_of);
		if (id->fid != fid)
			put_file(s, file ? file->name : "");
		fid = id->fid;
		put_wait(s, id->line, &waits[i]->sum, texts);
	}
}

/* Waits of the same reason, without their places. */
static int put_rest(struct sink *s, const struct profile *p, const struct profile_wait **waits,
		    size_t cnt)
{
	struct wait_sum *sums __cleanup(free_ptr) = calloc(p->waits.text_cnt + 1ul, sizeof(*sums));
	uint32_t nr;
	size_t i;

	if (!sums)
		return -ENOMEM;
	for (i = 0; i < cnt; i++)
		wait_sum_add(&sums[waits[i]->id.reason], &waits[i]->sum);
	put_file(s, "");
	for (nr = 0; nr <= p->waits.text_cnt; nr++) {
		const char *const texts[3] = { wait_text(&p->waits, nr), "", "" };

		if (sums[nr].cnt || sums[nr].ns)
			put_wait(s, 0, &sums[nr], texts);
	}
	return 0;
}

static void put_subs(struct sink *s, const struct profile *p)
{
	char number[32];
	size_t i;

	for (i = 0; i < p->sub_cnt; i++) {
		if (!p->subs[i]->wait_incl_ns)
			continue;
		snprintf(number, sizeof(number), "%" PRId64 "\t", p->subs[i]->wait_incl_ns);
		remark_put_key(s, " agent_wait_sub=");
		sink_put(s, number, strlen(number));
		remark_put_text(s, p->subs[i]->name);
		sink_put(s, "\n", 1);
	}
}

int wait_records_put(struct sink *s, const struct profile *p)
{
	const struct profile_wait **waits __cleanup(free_ptr) = NULL;
	size_t cnt, whole;
	int rc = 0;

	if (!p->waits.waits)
		return 0;
	waits = profile_sorted_waits(p, &cnt);
	if (!waits)
		return -ENOMEM;
	whole = cnt < WAIT_RECORDS ? cnt : WAIT_RECORDS;
	put_waits(s, p, waits, whole);
	if (cnt > whole)
		rc = put_rest(s, p, waits + whole, cnt - whole);
	put_subs(s, p);
	return rc;
}

/* ---------------------------------------------------------------------- reading */

/* One wait; or, without a reason, the waiting of a sub. */
struct wait_record {
	struct wait_record *next;
	const struct wait_record_file *file;
	uint32_t line;
	struct wait_sum sum;
	int64_t incl_ns;
	char *reason; /* NULL: of a sub */
	char *sub;
	char *object;
	char text[]; /* which these point into */
};

struct wait_record_file {
	struct wait_record_file *next;
	char name[];
};

struct wait_records {
	struct wait_record_file *files; /* the last one first */
	struct wait_record *first, **end;
};

static struct wait_records *records_new(void)
{
	struct wait_records *r = calloc(1, sizeof(*r));

	if (r)
		r->end = &r->first;
	return r;
}

void wait_records_free(struct wait_records *r)
{
	struct wait_record *record, *next;
	struct wait_record_file *file, *next_file;

	if (!r)
		return;
	for (record = r->first; record; record = next) {
		next = record->next;
		free(record);
	}
	for (file = r->files; file; file = next_file) {
		next_file = file->next;
		free(file);
	}
	free(r);
}

static int take_file(struct wait_records *r, const char *name)
{
	const size_t size = sizeof(struct wait_record_file) + strlen(name) + 1;
	struct wait_record_file *file = malloc(size);

	if (!file)
		return -ENOMEM;
	strcpy(file->name, name);
	remark_read_text(file->name);
	file->next = r->files;
	r->files = file;
	return (int)size;
}

static struct wait_record *record_new(struct wait_records *r, const char *text)
{
	struct wait_record *record = calloc(1, sizeof(*record) + strlen(text) + 1);

	if (!record)
		return NULL;
	strcpy(record->text, text);
	record->file = r->files;
	return record;
}

static int keep(struct wait_records *r, struct wait_record *record, size_t size)
{
	*r->end = record;
	r->end = &record->next;
	return (int)(size + sizeof(*record) + sizeof(struct profile_wait));
}

static int take_wait(struct wait_records *r, const char *text)
{
	struct wait_record *record = record_new(r, text);
	int at = 0;

	if (!record)
		return -ENOMEM;
	if (sscanf(text, "%" SCNu32 "\t%" SCNu64 "\t%" SCNu64 "\t%" SCNu64 "%n", &record->line,
		   &record->sum.cnt, &record->sum.ns, &record->sum.max_ns, &at) == 4)
		record->reason = remark_cut(record->text + at);
	record->sub = remark_cut(record->reason);
	record->object = remark_cut(record->sub);
	if (!record->object) {
		free(record);
		return 0;
	}
	remark_read_text(record->reason);
	remark_read_text(record->sub);
	remark_read_text(record->object);
	return keep(r, record, strlen(text));
}

static int take_sub(struct wait_records *r, const char *text)
{
	struct wait_record *record = record_new(r, text);

	if (!record)
		return -ENOMEM;
	record->sub = remark_cut(record->text);
	if (!record->sub) {
		free(record);
		return 0;
	}
	record->incl_ns = strtoll(text, NULL, 10);
	remark_read_text(record->sub);
	return keep(r, record, strlen(text));
}

int wait_records_take(struct wait_records **records, char *line)
{
	static const struct {
		const char *key;
		int (*take)(struct wait_records *r, const char *text);
	} kinds[] = { { " agent_wait_file=", take_file },
		      { " agent_wait=", take_wait },
		      { " agent_wait_sub=", take_sub } };
	size_t i, len;

	for (i = 0; i < sizeof(kinds) / sizeof(kinds[0]); i++) {
		len = strlen(kinds[i].key);
		if (strncmp(line, kinds[i].key, len) != 0)
			continue;
		if (!*records && !(*records = records_new()))
			return -ENOMEM;
		return kinds[i].take(*records, line + len);
	}
	return 0;
}

static int add_one(const struct wait_record *record, struct profile *p)
{
	struct wait_place at = { .line = record->line,
				 .reason = record->reason,
				 .object = record->object };
	struct profile_file *file = NULL;
	struct profile_sub *sub;
	int rc;

	if (record->file && record->file->name[0])
		HASH_FIND_STR(p->files_by_name, record->file->name, file);
	if (record->reason && !file) /* without a place */
		return profile_add_wait(p, &at, &record->sum);
	sub = profile_sub(p, record->sub);
	if (!sub)
		return -ENOMEM;
	if (!record->reason) {
		profile_add_sub_wait(p, sub->id, record->incl_ns);
		return 0;
	}
	at.fid = file->fid;
	at.sub = sub->id;
	rc = profile_add_wait(p, &at, &record->sum);
	return rc == -ERANGE ? 0 : rc;
}

int wait_records_add(const struct wait_records *r, struct profile *p)
{
	const struct wait_record *record;
	int rc = 0;

	for (record = r ? r->first : NULL; record && !rc; record = record->next)
		rc = add_one(record, p);
	return rc;
}
