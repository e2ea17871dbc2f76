// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * NYTProf takes the last file with the same name, whatever its directory (NYTProf.xs 6.12,
 * find_autosplit_parent).  Here the files are sorted by their names read from the end, so the one
 * that has most in common stands beside the place where the part would be.
 */
#include "profile/autosplit.h"

#include <errno.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "profile/profile.h"
#include "util/cleanup.h"
#include "util/sort.h"

#define MARK " (autosplit "

/* A name, without what AutoSplit has put behind it. */
struct stem {
	const char *name;
	size_t len;
	struct profile_file *file; /* NULL: not in the profile */
};

static bool is_part(const struct profile_file *file)
{
	size_t len = strlen(file->name);

	return !file->eval_fid && file->name[len - 1] == ')' && strstr(file->name, MARK);
}

/* How many bytes at the end are the same. */
static size_t common(const struct stem *a, const struct stem *b)
{
	size_t most = a->len < b->len ? a->len : b->len, n = 0;

	while (n < most && a->name[a->len - 1 - n] == b->name[b->len - 1 - n])
		n++;
	return n;
}

static int from_the_end(const void *one, const void *other)
{
	const struct stem *a = one, *b = other;
	size_t n = common(a, b);

	if (n == a->len || n == b->len)
		return (a->len > b->len) - (a->len < b->len);
	return (unsigned char)a->name[a->len - 1 - n] - (unsigned char)b->name[b->len - 1 - n];
}

/* The first one that does not come before. */
static size_t place_of(const struct stem *all, size_t cnt, const struct stem *part)
{
	size_t lo = 0, hi = cnt;

	while (lo < hi) {
		size_t mid = lo + (hi - lo) / 2;

		if (from_the_end(&all[mid], part) < 0)
			lo = mid + 1;
		else
			hi = mid;
	}
	return lo;
}

static const struct stem *closer(const struct stem *part, const struct stem *a,
				 const struct stem *b)
{
	return a && (!b || common(part, a) >= common(part, b)) ? a : b;
}

/* Up to its name: the byte before it is a slash in both. */
static bool has_same_name(const struct stem *part, const struct stem *module)
{
	const char *slash = memrchr(part->name, '/', part->len);
	size_t len = slash ? (size_t)(part->name + part->len - slash) : part->len;

	return common(part, module) >= len;
}

/* 1: it has no module. */
static int join(struct profile *p, struct profile_file *file, const struct stem *modules,
		size_t cnt)
{
	const struct stem part = { .name = file->name,
				   .len = (size_t)(strstr(file->name, MARK) - file->name) };
	size_t at = place_of(modules, cnt, &part);
	const struct stem *best =
		closer(&part, at < cnt ? &modules[at] : NULL, at ? &modules[at - 1] : NULL);
	const struct profile_file *module;

	if (!best || !has_same_name(&part, best))
		return 1;
	module = best->file ?: profile_file(p, best->name, 0, 0, file->flags);
	if (!module)
		return -ENOMEM;
	file->alias_of = module->fid;
	return 0;
}

static size_t list_modules(const struct profile *p, const char *const *others, size_t other_cnt,
			   struct stem *modules)
{
	size_t cnt = 0, i;

	for (i = 0; i < p->file_cnt; i++) {
		struct profile_file *file = p->files[i];

		if (!file->eval_fid && !is_part(file))
			modules[cnt++] = (struct stem){ file->name, strlen(file->name), file };
	}
	for (i = 0; i < other_cnt; i++) {
		if (!strstr(others[i], MARK))
			modules[cnt++] = (struct stem){ others[i], strlen(others[i]), NULL };
	}
	sort(modules, cnt, sizeof(*modules), from_the_end);
	return cnt;
}

int autosplit_join(struct profile *p, const char *const *others, size_t cnt)
{
	struct stem *modules __cleanup(free_ptr) = calloc(p->file_cnt + cnt + 1, sizeof(*modules));
	int alone = 0, rc;
	size_t i;

	if (!modules)
		return -ENOMEM;
	cnt = list_modules(p, others, cnt, modules);
	for (i = 0; i < p->file_cnt; i++) {
		if (!is_part(p->files[i]) || p->files[i]->alias_of)
			continue;
		rc = join(p, p->files[i], modules, cnt);
		if (rc < 0)
			return rc;
		alone += rc;
	}
	return alone;
}
