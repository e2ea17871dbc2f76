// SPDX-License-Identifier: GPL-2.0-or-later
/* Lists the subs that are defined, called or not. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <uthash.h>

#include "evals/evals.h"
#include "inspect/memory_subs.h"
#include "profile/profile.h"
#include "tracee/names.h"
#include "tracee/sub_code.h"
#include "tracee/sub_name.h"
#include "tracee/tracee.h"
#include "tracee/tracee_file.h"
#include "util/cleanup.h"

/*
 * As in NYTProf, the last definition of a name counts. If its file is not in the profile, for
 * example a string eval that only defines subs, the sub is not listed. Of BEGIN blocks with the
 * same name, the first one counts.
 */
static int list_sub(struct tracee *t, struct names *names, uint32_t id, struct sub_codes **codes)
{
	const bool of_eval = id & SUB_OF_EVAL;
	const struct sub *sub = of_eval ? evals_sub(t->evals, id & ~SUB_OF_EVAL) :
					  names_sub(names, id);
	uint32_t file_id = sub ? sub->file | (of_eval ? FILE_EVAL : 0) : 0;
	char *name __cleanup(free_ptr) = NULL;
	struct profile_sub *listed;
	struct tracee_file *file;
	struct sub_place code;

	HASH_FIND(hh, t->files, &file_id, sizeof(file_id), file);
	if (!sub || (!file && (sub->flags & SUB_ANON)))
		return 0;
	name = sub_name(&t->naming, names, sub, file ? file->perl_name : NULL);
	if (!name)
		return -ENOMEM;
	if (!file) {
		HASH_FIND_STR(t->profile->subs_by_name, name, listed);
		if (listed && !listed->called)
			listed->fid = 0;
		return 0;
	}
	listed = profile_sub(t->profile, name);
	code = (struct sub_place){ file->file->fid, sub->line, sub->last };
	if (!listed || sub_codes_add(codes, &code))
		return -ENOMEM;
	if (listed->defined && strstr(name, "::BEGIN@"))
		return 0;
	listed->defined = true;
	listed->xsub = false; /* of two by one name, that with the lines */
	listed->fid = code.fid;
	listed->first = code.first;
	listed->last = code.last;
	return 0;
}

/* ------------------------------------------------------------------------- found */

static uint32_t eval_number(struct tracee *t, const struct found_sub *sub, uint32_t interp)
{
	const struct eval_key key = { .interp = interp, .seq = sub->eval & ~FILE_EVAL };

	return evals_find(t->evals, &key);
}

/*
 * Copies inherited subs to this process if something ran in their evals. Inherited subs are those
 * that the processes had which forked this one.
 */
static void settle_inherited(struct tracee *t, uint32_t interp)
{
	struct memory_subs *from = t->memory_subs;
	struct found_sub *sub, own;

	while ((from = memory_subs_parent(from))) {
		for (sub = memory_subs_next_of_eval(from, NULL); sub;
		     sub = memory_subs_next_of_eval(from, sub)) {
			own = *sub;
			own.interp = interp;
			own.eval_file = eval_number(t, sub, interp);
			if (own.eval_file != EVAL_NO_FILE)
				memory_subs_add(t->memory_subs,
						&own); /* without memory it is not listed */
		}
	}
}

void tracee_settle_found(struct tracee *t, uint32_t interp)
{
	struct found_sub *sub;

	for (sub = memory_subs_next_of_eval(t->memory_subs, NULL); sub;
	     sub = memory_subs_next_of_eval(t->memory_subs, sub)) {
		if (sub->interp == interp)
			sub->eval_file = eval_number(t, sub, interp);
	}
	if (interp == t->interp)
		settle_inherited(t, interp);
}

static struct tracee_file *eval_file(struct tracee *t, const struct found_sub *sub, bool own)
{
	uint32_t number = own ? sub->eval_file : EVAL_NO_FILE, id;
	struct tracee_file *file;

	if (number == EVAL_NO_FILE)
		number = eval_number(t, sub, own ? sub->interp : t->interp);
	id = FILE_EVAL | number;
	HASH_FIND(hh, t->files, &id, sizeof(id), file);
	return number == EVAL_NO_FILE ? NULL : file;
}

/* A called sub already has its lines. They are the same, unless it is another sub of that name. */
static int list_found(struct tracee *t, const struct found_sub *sub, const struct tracee_file *file)
{
	const struct sub_words words = { .pkg = sub->pkg,
					 .name = sub->name,
					 .flags = sub->flags,
					 .first = sub->line,
					 .last = sub->last };
	char *name __cleanup(free_ptr) = sub_full_name(&t->naming, &words, file->perl_name);
	struct profile_sub *listed = name ? profile_sub(t->profile, name) : NULL;

	if (!listed)
		return -ENOMEM;
	if (listed->fid || listed->xsub)
		return 0;
	listed->fid = file->file->fid;
	listed->first = sub->line;
	listed->last = sub->last;
	listed->by_stmts = sub->flags & SUB_STMTS;
	return 0;
}

static int list_all_found(struct tracee *t)
{
	struct tracee_file *by_name = NULL, *file, *next;
	const struct found_sub *sub;
	struct memory_subs *from;
	int rc = 0;

	HASH_ITER(hh, t->files, file, next) {
		if (!(file->id & FILE_EVAL))
			HASH_ADD_KEYPTR(hh_name, by_name, file->perl_name, strlen(file->perl_name),
					file);
	}
	for (from = t->memory_subs; from; from = memory_subs_parent(from)) {
		for (sub = memory_subs_next(from, NULL); sub && !rc;
		     sub = memory_subs_next(from, sub)) {
			if (sub->eval)
				file = eval_file(t, sub, from == t->memory_subs);
			else
				HASH_FIND(hh_name, by_name, sub->file, strlen(sub->file), file);
			rc = file ? list_found(t, sub, file) : 0;
		}
	}
	HASH_CLEAR(hh_name, by_name);
	return rc;
}

int tracee_list_defined(struct tracee *t, struct names *names)
{
	size_t cnt, i;
	struct defined_sub *all = evals_defined(t->evals, &cnt);
	struct sub_codes *codes = NULL;
	int rc = all ? list_all_found(t) : -ENOMEM; /* later definitions replace these */

	for (i = 0; i < cnt && !rc; i++) {
		if (!t->next_ns || all[i].at <= t->next_ns)
			rc = list_sub(t, names, all[i].id, &codes);
	}
	if (!rc)
		sub_codes_place(codes, t->profile);
	sub_codes_free(codes);
	free(all);
	return rc;
}
