// SPDX-License-Identifier: GPL-2.0-or-later
#include "nytp/remark_rows.h"

#include <errno.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "nytp/remark_text.h"
#include "profile/profile.h"
#include "records/sink.h"

/* ---------------------------------------------------------------------- writing */

void remark_put_file(struct sink *s, const char *key, const struct profile *p, uint32_t fid)
{
	const struct profile_file *file = profile_find_fid(p, fid);

	while (file && file->alias_of)
		file = profile_find_fid(p, file->alias_of);
	remark_put_key(s, key);
	remark_put_text(s, file ? file->name : "");
	sink_put(s, "\n", 1);
}

void remark_put_row(struct sink *s, const char *key, const char *numbers, const char *const texts[],
		    size_t text_cnt)
{
	size_t i;

	remark_put_key(s, key);
	sink_put(s, numbers, strlen(numbers));
	for (i = 0; i < text_cnt; i++) {
		sink_put(s, "\t", 1);
		remark_put_text(s, texts[i]);
	}
	sink_put(s, "\n", 1);
}

/* ---------------------------------------------------------------------- reading */

/* A row; or the name of the file of those that follow. */
struct remark {
	struct remark *next;
	const struct remark_row_kind *kind; /* NULL: a name */
	char text[];
};

struct remark_rows {
	struct remark *first, **end;
};

/* What is behind the key; NULL: it has another one. */
static const char *behind(const char *line, const char *key)
{
	const size_t len = key ? strlen(key) : 0;

	return len && !strncmp(line, key, len) ? line + len : NULL;
}

static struct remark_rows *rows_new(void)
{
	struct remark_rows *rows = calloc(1, sizeof(*rows));

	if (rows)
		rows->end = &rows->first;
	return rows;
}

static int keep(struct remark_rows **rows, const struct remark_row_kind *kind, const char *text)
{
	const size_t size = sizeof(struct remark) + strlen(text) + 1;
	struct remark *remark;

	if (!*rows && !(*rows = rows_new()))
		return -ENOMEM;
	remark = calloc(1, size);
	if (!remark)
		return -ENOMEM;
	remark->kind = kind;
	strcpy(remark->text, text);
	*(*rows)->end = remark;
	(*rows)->end = &remark->next;
	return (int)size;
}

int remark_rows_take(struct remark_rows **rows, const struct remark_table *table, const char *line)
{
	const char *text = behind(line, table->file_key);
	size_t i;
	int size;

	if (text)
		return keep(rows, NULL, text);
	for (i = 0; i < sizeof(table->kinds) / sizeof(table->kinds[0]); i++) {
		text = behind(line, table->kinds[i].key);
		if (!text)
			continue;
		size = keep(rows, &table->kinds[i], text);
		return size < 0 ? size : size + (int)table->row_size;
	}
	return 0;
}

static const struct profile_file *find_file(const struct profile *p, char *name)
{
	const struct profile_file *file = NULL;

	remark_read_text(name);
	if (name[0])
		HASH_FIND_STR(p->files_by_name, name, file);
	return file;
}

int remark_set_number(struct remark_reading *r, uint32_t number, uint32_t is)
{
	uint32_t *more;

	if (number >= r->number_cnt) {
		more = reallocarray(r->numbers, number + 1ul, sizeof(*more));
		if (!more)
			return -ENOMEM;
		memset(more + r->number_cnt, 0, (number + 1ul - r->number_cnt) * sizeof(*more));
		r->numbers = more;
		r->number_cnt = number + 1;
	}
	r->numbers[number] = is;
	return 0;
}

uint32_t remark_number(const struct remark_reading *r, uint32_t number)
{
	return number < r->number_cnt ? r->numbers[number] : 0;
}

int remark_rows_add(struct remark_rows *rows, struct profile *p)
{
	struct remark_reading reading = { .p = p };
	struct remark *remark;
	int rc = 0;

	for (remark = rows ? rows->first : NULL; remark && !rc; remark = remark->next) {
		if (remark->kind)
			rc = remark->kind->add(&reading, remark->text);
		else
			reading.file = find_file(p, remark->text);
	}
	free(reading.numbers);
	return rc;
}

void remark_rows_free(struct remark_rows *rows)
{
	struct remark *remark, *next;

	for (remark = rows ? rows->first : NULL; remark; remark = next) {
		next = remark->next;
		free(remark);
	}
	free(rows);
}
