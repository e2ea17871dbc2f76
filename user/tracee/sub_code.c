// SPDX-License-Identifier: GPL-2.0-or-later
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <uthash.h>

#include "tracee/sub_code.h"

struct sub_codes {
	struct sub_place place;
	UT_hash_handle hh;
};

/*
 * Of several subs of one name, the first by file and lines counts. So the result does not depend on
 * the order of the events.
 */
static bool is_before(const struct profile *p, const struct sub_place *a, const struct sub_place *b)
{
	const struct profile_file *x = profile_find_fid(p, a->fid),
				  *y = profile_find_fid(p, b->fid);

	if (x != y)
		return x && y && strcmp(x->name, y->name) < 0;
	return a->first != b->first ? a->first < b->first : a->last < b->last;
}

void sub_code_called(const struct profile *p, struct profile_sub *sub, const struct sub_place *code,
		     bool own)
{
	if (!own && code->first && (!sub->given.fid || is_before(p, code, &sub->given)))
		sub->given = *code;
	if (sub->defined)
		return;
	if (sub->fid != code->fid) {
		const struct sub_place now = { sub->fid, sub->first, sub->last };

		if (sub->fid && is_before(p, &now, code))
			return;
		sub->first = sub->last = 0;
	}
	sub->fid = code->fid;
	if (!sub->first || (code->first && code->first < sub->first))
		sub->first = code->first;
	if (code->last > sub->last)
		sub->last = code->last;
}

int sub_codes_add(struct sub_codes **all, const struct sub_place *code)
{
	struct sub_codes *known;

	HASH_FIND(hh, *all, code, sizeof(*code), known);
	if (known)
		return 0;
	known = calloc(1, sizeof(*known));
	if (!known)
		return -ENOMEM;
	known->place = *code;
	HASH_ADD(hh, *all, place, sizeof(known->place), known);
	return 0;
}

/*
 * Is it defined in a file? A file is compiled before the program can name the code in it. A string
 * eval may be compiled later.
 */
static bool defined_in_a_file(const struct profile *p, const struct profile_sub *sub)
{
	const struct profile_file *file = profile_find_fid(p, sub->fid);

	return file && !file->eval_fid;
}

void sub_codes_place(const struct sub_codes *all, struct profile *p)
{
	const struct sub_codes *compiled;
	size_t i;

	for (i = 0; i < p->sub_cnt; i++) {
		struct profile_sub *sub = p->subs[i];

		HASH_FIND(hh, all, &sub->given, sizeof(sub->given), compiled);
		if (!sub->given.fid || (sub->defined && !(compiled && defined_in_a_file(p, sub))))
			continue;
		sub->xsub = false;
		sub->fid = sub->given.fid;
		sub->first = sub->given.first;
		sub->last = sub->given.last;
	}
}

void sub_codes_free(struct sub_codes *all)
{
	struct sub_codes *code, *next;

	HASH_ITER(hh, all, code, next) {
		HASH_DEL(all, code);
		free(code);
	}
}
