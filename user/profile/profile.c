// SPDX-License-Identifier: GPL-2.0-or-later
/* The model of a profile; knows neither where numbers come from nor where they go. */
#include "profile.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "util/saturate.h"

struct profile *profile_new(void)
{
	struct profile *p = calloc(1, sizeof(*p));

	if (p)
		p->ticks_per_sec =
			10000000; /* 100 ns: that of stock files, so that both can be merged */
	return p;
}

static void free_attrs(struct profile_attr *attrs, size_t cnt)
{
	size_t i;

	for (i = 0; i < cnt; i++) {
		free(attrs[i].key);
		free(attrs[i].value);
	}
	free(attrs);
}

static void blocks_free(struct profile_file *file)
{
	struct profile_block *block, *next;

	HASH_ITER(hh, file->blocks, block, next) {
		HASH_DEL(file->blocks, block);
		free(block);
	}
}

static void free_pages(struct profile_file *file)
{
	uint32_t i;

	for (i = 0; i < file->page_cnt; i++)
		free(file->pages[i].lines);
	free(file->pages);
}

static void free_calls(struct profile *p)
{
	struct profile_call *call, *next;

	HASH_ITER(hh, p->calls, call, next) {
		HASH_DEL(p->calls, call);
		free(call);
	}
	call_tree_release(&p->call_tree);
}

void profile_free(struct profile *p)
{
	size_t i;

	if (!p)
		return;
	free_calls(p);
	waits_release(&p->waits);
	sqls_release(&p->sqls);
	estimates_free(p->estimates);
	kevents_release(&p->kevents);
	HASH_CLEAR(hh, p->files_by_name);
	HASH_CLEAR(hh, p->subs_by_name);
	for (i = 0; i < p->file_cnt; i++) {
		free(p->files[i]->name);
		blocks_free(p->files[i]);
		free_pages(p->files[i]);
		profile_drop_source(p->files[i]);
		free(p->files[i]);
	}
	for (i = 0; i < p->sub_cnt; i++) {
		free(p->subs[i]->name);
		free(p->subs[i]);
	}
	free(p->files);
	free(p->subs);
	free_attrs(p->attrs, p->attr_cnt);
	free_attrs(p->options, p->option_cnt);
	free(p->comment);
	free(p);
}

/* ----------------------------------------------------------------- attributes */

static int set_attr(struct profile_attr **attrs, size_t *cnt, const char *key, const char *fmt,
		    va_list ap)
{
	struct profile_attr *more;
	char *value, *p;
	size_t i;

	if (vasprintf(&value, fmt, ap) < 0)
		return -ENOMEM;
	for (p = value; *p; p++) {
		if (*p == '\n')
			*p = ' ';
	}
	for (i = 0; i < *cnt; i++) {
		if (strcmp((*attrs)[i].key, key) != 0)
			continue;
		free((*attrs)[i].value);
		(*attrs)[i].value = value;
		return 0;
	}
	more = reallocarray(*attrs, *cnt + 1, sizeof(*more));
	if (more) {
		*attrs = more;
		more[*cnt].value = value;
		more[*cnt].key = strdup(key);
	}
	if (!more || !more[*cnt].key) {
		free(value);
		return -ENOMEM;
	}
	++*cnt;
	return 0;
}

int profile_set_attr(struct profile *p, const char *key, const char *fmt, ...)
{
	va_list ap;
	int rc;

	va_start(ap, fmt);
	rc = set_attr(&p->attrs, &p->attr_cnt, key, fmt, ap);
	va_end(ap);
	return rc;
}

int profile_set_option(struct profile *p, const char *key, const char *fmt, ...)
{
	va_list ap;
	int rc;

	va_start(ap, fmt);
	rc = set_attr(&p->options, &p->option_cnt, key, fmt, ap);
	va_end(ap);
	return rc;
}

const char *profile_attr(const struct profile *p, const char *key)
{
	size_t i;

	for (i = 0; i < p->attr_cnt; i++) {
		if (!strcmp(p->attrs[i].key, key))
			return p->attrs[i].value;
	}
	return NULL;
}

/* ---------------------------------------------------------------------- files */

/* Room for one more pointer in an array that grows by doubling. */
static void *grow(void *array, size_t cnt)
{
	if (cnt & (cnt - 1) || (cnt && cnt < 16))
		return array;
	return reallocarray(array, cnt ? 2 * cnt : 16, sizeof(void *));
}

struct profile_file *profile_file(struct profile *p, const char *name, uint32_t eval_fid,
				  uint32_t eval_line, uint32_t flags)
{
	struct profile_file *file, **more;

	HASH_FIND_STR(p->files_by_name, name, file);
	if (file)
		return file;
	more = grow(p->files, p->file_cnt);
	if (!more)
		return NULL;
	p->files = more;
	file = calloc(1, sizeof(*file));
	if (!file || !(file->name = strdup(name))) {
		free(file);
		return NULL;
	}
	file->eval_fid = eval_fid;
	file->eval_line = eval_line;
	file->flags = flags;
	p->files[p->file_cnt++] = file;
	file->fid = (uint32_t)p->file_cnt;
	HASH_ADD_KEYPTR(hh, p->files_by_name, file->name, strlen(file->name), file);
	return file;
}

const struct profile_file *profile_find_file(const struct profile *p, const char *name)
{
	const struct profile_file *file;

	HASH_FIND_STR(p->files_by_name, name, file);
	return file;
}

struct profile_file *profile_find_fid(const struct profile *p, uint32_t fid)
{
	return fid && fid <= p->file_cnt ? p->files[fid - 1] : NULL;
}

int profile_set_source(struct profile_file *file, const char *text, size_t len)
{
	char *copy = malloc(len + 1);

	if (!copy)
		return -ENOMEM;
	memcpy(copy, text, len);
	copy[len] = '\0';
	profile_drop_source(file);
	file->source = copy;
	file->source_len = len;
	return 0;
}

void profile_share_source(struct profile_file *file, const char *text, size_t len)
{
	profile_drop_source(file);
	file->source = (char *)text;
	file->source_len = len;
	file->source_shared = true;
}

void profile_drop_source(struct profile_file *file)
{
	if (!file->source_shared)
		free(file->source);
	file->source = NULL;
	file->source_len = file->source_room = 0;
	file->source_shared = false;
}

/* ---------------------------------------------------------------------- lines */

/* The first page with that number or a higher one. */
static uint32_t page_from(const struct profile_file *file, uint32_t nr)
{
	uint32_t lo = 0, hi = file->page_cnt;

	while (lo < hi) {
		uint32_t mid = lo + (hi - lo) / 2;

		if (file->pages[mid].nr < nr)
			lo = mid + 1;
		else
			hi = mid;
	}
	return lo;
}

static struct profile_line *make_page(struct profile_file *file, uint32_t at, uint32_t nr)
{
	struct profile_line *lines = calloc(PAGE_LINES, sizeof(*lines));
	uint32_t cnt = file->page_cnt;
	struct profile_page *more = file->pages;

	if (lines && !(cnt & (cnt - 1))) /* 0 and the powers of 2 */
		more = reallocarray(more, cnt ? 2 * cnt : 1, sizeof(*more));
	if (!lines || !more) {
		free(lines);
		return NULL;
	}
	file->pages = more;
	memmove(more + at + 1, more + at, (cnt - at) * sizeof(*more));
	more[at] = (struct profile_page){ .nr = nr, .lines = lines };
	file->page_cnt++;
	return lines;
}

struct profile_line *profile_line_slot(struct profile_file *file, uint32_t line)
{
	uint32_t nr = line / PAGE_LINES, at = page_from(file, nr);
	struct profile_line *lines;

	if (at < file->page_cnt && file->pages[at].nr == nr)
		lines = file->pages[at].lines;
	else
		lines = make_page(file, at, nr);
	return lines ? &lines[line % PAGE_LINES] : NULL;
}

/* Finds or makes *l. -ERANGE: no line has this number; -ENOMEM. */
static int get_line(struct profile_file *file, uint32_t line, struct profile_line **l)
{
	if (line > LINE_MAX_NR)
		return -ERANGE;
	*l = profile_line_slot(file, line);
	return *l ? 0 : -ENOMEM;
}

int profile_add_line(struct profile_file *file, uint32_t line, uint64_t cnt, int64_t ns)
{
	struct profile_line *l;
	int rc = get_line(file, line, &l);

	if (rc)
		return rc;
	saturate_cnt(&l->cnt, cnt);
	saturate_ns(&l->ns, ns);
	return 0;
}

int profile_add_line_wait(struct profile_file *file, uint32_t line, int64_t ns)
{
	struct profile_line *l;
	int rc = get_line(file, line, &l);

	if (rc)
		return rc;
	saturate_ns(&l->wait_ns, ns);
	return 0;
}

struct profile_line profile_line(const struct profile_file *file, uint32_t line)
{
	uint32_t nr = line / PAGE_LINES, at = page_from(file, nr);

	if (at < file->page_cnt && file->pages[at].nr == nr)
		return file->pages[at].lines[line % PAGE_LINES];
	return (struct profile_line){};
}

uint32_t profile_next_line(const struct profile_file *file, uint32_t line)
{
	uint32_t at = page_from(file, line / PAGE_LINES), i;

	for (; at < file->page_cnt; at++) {
		const struct profile_page *page = &file->pages[at];

		i = page->nr == line / PAGE_LINES ? line % PAGE_LINES : 0;
		for (; i < PAGE_LINES; i++) {
			if (page->lines[i].cnt || page->lines[i].ns || page->lines[i].wait_ns)
				return page->nr * PAGE_LINES + i;
		}
	}
	return LINE_NONE;
}

int profile_add_block(struct profile_file *file, const struct block_id *id, uint64_t cnt,
		      int64_t ns)
{
	int rc = profile_add_line(file, id->line, cnt, ns);
	struct profile_block *block;

	if (rc)
		return rc;
	HASH_FIND(hh, file->blocks, id, sizeof(*id), block);
	if (!block) {
		block = calloc(1, sizeof(*block));
		if (!block)
			return -ENOMEM;
		block->id = *id;
		HASH_ADD(hh, file->blocks, id, sizeof(block->id), block);
	}
	saturate_cnt(&block->counts.cnt, cnt);
	saturate_ns(&block->counts.ns, ns);
	return 0;
}

/* ------------------------------------------------------------- subs and calls */

struct profile_sub *profile_sub(struct profile *p, const char *name)
{
	struct profile_sub *sub, **more;

	HASH_FIND_STR(p->subs_by_name, name, sub);
	if (sub)
		return sub;
	more = grow(p->subs, p->sub_cnt);
	if (!more)
		return NULL;
	p->subs = more;
	sub = calloc(1, sizeof(*sub));
	if (!sub || !(sub->name = strdup(name))) {
		free(sub);
		return NULL;
	}
	sub->id = (uint32_t)p->sub_cnt;
	p->subs[p->sub_cnt++] = sub;
	HASH_ADD_KEYPTR(hh, p->subs_by_name, sub->name, strlen(sub->name), sub);
	return sub;
}

void profile_counts_add(struct profile_counts *sum, const struct profile_counts *add)
{
	saturate_cnt(&sum->cnt, add->cnt);
	saturate_ns(&sum->incl_ns, add->incl_ns);
	saturate_ns(&sum->excl_ns, add->excl_ns);
	saturate_ns(&sum->reci_ns, add->reci_ns);
	if (sum->rec_depth < add->rec_depth)
		sum->rec_depth = add->rec_depth;
}

int profile_add_call(struct profile *p, const struct call_id *id, const struct profile_counts *add)
{
	struct profile_call *call;

	HASH_FIND(hh, p->calls, id, sizeof(*id), call);
	if (!call) {
		call = calloc(1, sizeof(*call));
		if (!call)
			return -ENOMEM;
		call->id = *id;
		HASH_ADD(hh, p->calls, id, sizeof(*id), call);
	}
	profile_counts_add(&call->counts, add);
	p->subs[id->callee]->called = true;
	return 0;
}

void profile_drop_calls(struct profile *p)
{
	size_t i;

	free_calls(p);
	for (i = 0; i < p->sub_cnt; i++) {
		p->subs[i]->called = false;
		if (!p->subs[i]->defined) {
			p->subs[i]->fid = 0;
			p->subs[i]->xsub = false;
		}
		p->subs[i]->given.fid = 0;
	}
}

static void add_lines(const struct profile_file *file, struct profile_totals *totals)
{
	uint32_t at, i;

	for (at = 0; at < file->page_cnt; at++) {
		for (i = 0; i < PAGE_LINES; i++) {
			const struct profile_line *l = &file->pages[at].lines[i];

			saturate_cnt(&totals->stmts, l->cnt);
			totals->lines += l->cnt > 0;
			saturate_ns(&totals->stmt_ns, l->ns);
			if (l->ns < 0)
				saturate_ns(&totals->below_ns,
					    l->ns == INT64_MIN ? INT64_MAX : -l->ns);
		}
	}
}

void profile_totals(const struct profile *p, struct profile_totals *totals)
{
	const struct profile_call *call;
	size_t i;

	memset(totals, 0, sizeof(*totals));
	for (i = 0; i < p->file_cnt; i++)
		add_lines(p->files[i], totals);
	for (call = p->calls; call; call = call->hh.next)
		saturate_cnt(&totals->sub_calls, call->counts.cnt);
	for (i = 0; i < p->sub_cnt; i++)
		totals->subs += p->subs[i]->called;
}
