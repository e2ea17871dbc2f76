// SPDX-License-Identifier: GPL-2.0-or-later
/* The subs of a profile that are there because they are defined, called or not. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <uthash.h>

#include "drain/evals.h"
#include "drain/names.h"
#include "drain/sub_name.h"
#include "drain/tracee.h"
#include "drain/tracee_file.h"
#include "profile/profile.h"
#include "util/cleanup.h"

/*
 * The last definition of a name counts, as in NYTProf, and if its file is not in the profile, the sub
 * is not: a string eval that only defines subs.  Of BEGIN blocks with the same name it is the first.
 */
static int list_sub(struct tracee *t, struct names *names, uint32_t id)
{
	const bool of_eval = id & SUB_OF_EVAL;
	const struct sub *sub = of_eval ? evals_sub(t->evals, id & ~SUB_OF_EVAL) :
					  names_sub(names, id);
	uint32_t file_id = sub ? sub->file | (of_eval ? FILE_EVAL : 0) : 0;
	char *name __cleanup(free_ptr) = NULL;
	struct profile_sub *listed;
	struct tracee_file *file;

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
	if (!listed)
		return -ENOMEM;
	if (listed->defined && strstr(name, "::BEGIN@"))
		return 0;
	listed->defined = true;
	listed->fid = file->file->fid;
	listed->first = sub->line;
	listed->last = sub->last;
	return 0;
}

int tracee_list_defined(struct tracee *t, struct names *names)
{
	size_t cnt, i;
	struct defined_sub *all = evals_defined(t->evals, &cnt);
	int rc = all ? 0 : -ENOMEM;

	for (i = 0; i < cnt && !rc; i++) {
		if (!t->next_ns || all[i].at <= t->next_ns)
			rc = list_sub(t, names, all[i].id);
	}
	free(all);
	return rc;
}
