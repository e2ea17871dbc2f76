// SPDX-License-Identifier: GPL-2.0-or-later
#include "nytp/sql_records.h"

#include <errno.h>
#include <inttypes.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "nytp/remark_text.h"
#include "profile/profile.h"
#include "profile/sql.h"
#include "records/sink.h"
#include "util/cleanup.h"
#include "util/sort.h"

#define KEY_FILE " agent_sql_file="
#define KEY_ROW	 " agent_sql="

/* ---------------------------------------------------------------------- writing */

static void put_file(struct sink *s, const char *name)
{
	remark_put_key(s, KEY_FILE);
	remark_put_text(s, name);
	sink_put(s, "\n", 1);
}

static void put_row(struct sink *s, const struct profile *p, const struct profile_sql *row)
{
	const struct sql_sum *sum = &row->sum;
	char numbers[128];

	snprintf(numbers, sizeof(numbers),
		 "%u\t%" PRIu64 "\t%" PRIu64 "\t%" PRIu64 "\t%" PRIu64 "\t", row->id.line, sum->cnt,
		 sum->ns, sum->prepare_cnt, sum->prepare_ns);
	remark_put_key(s, KEY_ROW);
	sink_put(s, numbers, strlen(numbers));
	remark_put_text(s, row->id.fid ? p->subs[row->id.sub]->name : "");
	sink_put(s, "\t", 1);
	remark_put_text(s, profile_sql_text(p, row));
	sink_put(s, "\n", 1);
}

static int by_file(const void *a, const void *b)
{
	const struct profile_sql *x = *(const struct profile_sql *const *)a;
	const struct profile_sql *y = *(const struct profile_sql *const *)b;

	return memcmp(&x->id, &y->id, sizeof(x->id));
}

int sql_records_put(struct sink *s, const struct profile *p)
{
	const struct profile_sql **rows __cleanup(free_ptr) = NULL;
	const struct profile_file *file;
	uint32_t fid = UINT32_MAX;
	size_t cnt, i;

	if (!p->sqls.rows)
		return 0;
	rows = profile_sorted_sqls(p, &cnt);
	if (!rows)
		return -ENOMEM;
	sort(rows, cnt, sizeof(*rows), by_file);
	for (i = 0; i < cnt; i++) {
		file = profile_find_fid(p, rows[i]->id.fid);
		while (file && file->alias_of)
			file = profile_find_fid(p, file->alias_of);
		if (rows[i]->id.fid != fid)
			put_file(s, file ? file->name : "");
		fid = rows[i]->id.fid;
		put_row(s, p, rows[i]);
	}
	return 0;
}

/* ---------------------------------------------------------------------- reading */

struct sql_record {
	struct sql_record *next;
	const struct sql_record_file *file;
	uint32_t line;
	struct sql_sum sum;
	char *sub;
	char *statement;
	char text[]; /* which these point into */
};

struct sql_record_file {
	struct sql_record_file *next;
	char name[];
};

struct sql_records {
	struct sql_record_file *files; /* the last one first */
	struct sql_record *first, **end;
};

static struct sql_records *records_new(void)
{
	struct sql_records *r = calloc(1, sizeof(*r));

	if (r)
		r->end = &r->first;
	return r;
}

void sql_records_free(struct sql_records *r)
{
	struct sql_record *record, *next;
	struct sql_record_file *file, *next_file;

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

static int take_file(struct sql_records *r, const char *name)
{
	const size_t size = sizeof(struct sql_record_file) + strlen(name) + 1;
	struct sql_record_file *file = malloc(size);

	if (!file)
		return -ENOMEM;
	strcpy(file->name, name);
	remark_read_text(file->name);
	file->next = r->files;
	r->files = file;
	return (int)size;
}

static bool parse_row(struct sql_record *record)
{
	struct sql_sum *sum = &record->sum;
	int at = 0;

	if (sscanf(record->text,
		   "%" SCNu32 "\t%" SCNu64 "\t%" SCNu64 "\t%" SCNu64 "\t%" SCNu64 "%n",
		   &record->line, &sum->cnt, &sum->ns, &sum->prepare_cnt, &sum->prepare_ns,
		   &at) != 5)
		return false;
	record->sub = remark_cut(record->text + at);
	record->statement = remark_cut(record->sub);
	if (!record->statement)
		return false;
	remark_read_text(record->sub);
	remark_read_text(record->statement);
	return true;
}

static int take_row(struct sql_records *r, const char *text)
{
	const size_t size = sizeof(struct sql_record) + strlen(text) + 1;
	struct sql_record *record = calloc(1, size);

	if (!record)
		return -ENOMEM;
	strcpy(record->text, text);
	record->file = r->files;
	if (!parse_row(record)) {
		free(record);
		return 0;
	}
	*r->end = record;
	r->end = &record->next;
	return (int)(size + sizeof(struct profile_sql));
}

int sql_records_take(struct sql_records **records, char *line)
{
	const bool file = !strncmp(line, KEY_FILE, strlen(KEY_FILE));

	if (!file && strncmp(line, KEY_ROW, strlen(KEY_ROW)) != 0)
		return 0;
	if (!*records && !(*records = records_new()))
		return -ENOMEM;
	return file ? take_file(*records, line + strlen(KEY_FILE)) :
		      take_row(*records, line + strlen(KEY_ROW));
}

static int add_one(const struct sql_record *record, struct profile *p)
{
	struct sql_place_in at = { .line = record->line };
	const struct profile_file *file = NULL;
	const struct profile_sub *sub;

	if (record->file && record->file->name[0])
		HASH_FIND_STR(p->files_by_name, record->file->name, file);
	if (file) {
		sub = profile_sub(p, record->sub);
		if (!sub)
			return -ENOMEM;
		at.fid = file->fid;
		at.sub = sub->id;
	}
	return profile_add_sql(p, &at, record->statement, &record->sum);
}

int sql_records_add(const struct sql_records *r, struct profile *p)
{
	const struct sql_record *record;
	int rc = 0;

	for (record = r ? r->first : NULL; record && !rc; record = record->next)
		rc = add_one(record, p);
	return rc;
}
