// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * The files of a process, as the profile has them: plain ones by their absolute names, and those of
 * string evals, (eval N)[file:line].
 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <uthash.h>

#include "evals/evals.h"
#include "profile/profile.h"
#include "tracee/names.h"
#include "tracee/tracee.h"
#include "tracee/tracee_file.h"
#include "util/cleanup.h"

#define EVAL_DEPTH_MAX 64 /* evals in evals that are followed */

static bool is_pseudo(const char *name)
{
	return !strcmp(name, "-") || !strcmp(name, "-e");
}

char *tracee_absolute_name(const char *cwd, const char *name)
{
	char *abs;

	if (name[0] == '/' || is_pseudo(name) || !cwd)
		return strdup(name);
	if (!strncmp(name, "./", 2))
		name += 2;
	if (asprintf(&abs, "%s/%s", strcmp(cwd, "/") ? cwd : "", name) < 0)
		return NULL;
	return abs;
}

uint32_t tracee_main_fid(const struct tracee *t)
{
	char *name __cleanup(free_ptr) = tracee_absolute_name(t->cwd, t->application);
	struct profile_file *file = NULL;

	if (name)
		HASH_FIND_STR(t->profile->files_by_name, name, file);
	return file ? file->fid : 0;
}

bool tracee_lacks_stdin(const struct tracee *t)
{
	struct profile_file *file;

	HASH_FIND_STR(t->profile->files_by_name, "-", file);
	return file && !t->code;
}

static struct tracee_file *add_file(struct tracee *t, uint32_t id, struct profile_file *file,
				    const char *perl_name)
{
	struct tracee_file *entry = calloc(1, sizeof(*entry));

	if (!file || !entry || !(entry->perl_name = strdup(perl_name))) {
		free(entry);
		return NULL;
	}
	entry->id = id;
	entry->file = file;
	HASH_ADD(hh, t->files, id, sizeof(entry->id), entry);
	return entry;
}

struct profile_file *tracee_plain_file(struct tracee *t, const char *cwd, const char *perl_name)
{
	char *abs __cleanup(free_ptr) = tracee_absolute_name(cwd, perl_name);
	uint32_t flags = FILE_VIA_STMT | FILE_HAS_SRC | FILE_SAVE_SRC;
	struct profile_file *file;

	if (is_pseudo(perl_name))
		flags |= FILE_IS_EVAL;
	file = abs ? profile_file(t->profile, abs, 0, 0, flags) : NULL;
	if (file && t->code && !file->source && !strcmp(perl_name, t->application))
		profile_set_source(file, t->code, strlen(t->code));
	return file;
}

static struct tracee_file *make_plain_file(struct tracee *t, struct names *names, uint32_t interp,
					   uint32_t id)
{
	const struct name *name = names_string(names, id), *place = NULL;
	const char *perl_name = name ? name->text : "(unknown)";

	if (perl_name[0] != '/')
		place = names_cwd(names, interp, id);
	return add_file(t, id, tracee_plain_file(t, place ? place->text : t->cwd, perl_name),
			perl_name);
}

static struct tracee_file *find_file(struct tracee *t, struct names *names, uint32_t interp,
				     uint32_t id, int depth);

/*
 * Where an eval is: perl knows it as "(eval N)". If its compilation was not seen, NYTProf gives it
 * a parent file of this name.
 */
struct eval_place {
	const char *perl_name; /* of the file; NULL: it has no name */
	uint32_t fid;
	uint32_t line;
};

static char *eval_name(const struct eval_place *at, uint32_t seq)
{
	char *name;
	int len = at->perl_name ?
			  asprintf(&name, "(eval %u)[%s:%u]", seq, at->perl_name, at->line) :
			  asprintf(&name, "(eval %u)", seq);

	return len < 0 ? NULL : name;
}

/*
 * Each interpreter of a process numbers its evals, so the number may be taken. Then the next free
 * number is used.
 */
static char *free_eval_name(struct tracee *t, const struct eval_place *at, uint32_t seq)
{
	char *name = eval_name(at, seq);
	struct profile_file *taken;

	for (;;) {
		taken = NULL;
		if (name)
			HASH_FIND_STR(t->profile->files_by_name, name, taken);
		if (!taken)
			return name;
		free(name);
		t->last_eval = (t->last_eval > seq ? t->last_eval : seq) + 1;
		name = eval_name(at, t->last_eval);
	}
}

struct profile_file *tracee_unknown_invoker(struct tracee *t)
{
	return profile_file(t->profile, "/unknown-eval-invoker", 0, 0,
			    FILE_VIA_STMT | FILE_FAKE | FILE_IS_EVAL);
}

/* The parent of a string eval is the file and line that executed it. */
static struct tracee_file *make_eval_file(struct tracee *t, struct names *names, uint32_t interp,
					  uint32_t id, int depth)
{
	const uint32_t flags = FILE_VIA_STMT | FILE_HAS_SRC | FILE_SAVE_SRC;
	const struct eval_file *eval = evals_file(t->evals, id & ~FILE_EVAL);
	struct tracee_file *parent = NULL;
	struct profile_file *file = NULL, *fake = NULL;
	struct eval_place at = { .line = 1 };
	char *name __cleanup(free_ptr) = NULL;

	if (!eval)
		return NULL;
	if (depth < EVAL_DEPTH_MAX && eval->file)
		parent = find_file(t, names, interp, eval->file, depth + 1);
	if (!parent)
		fake = tracee_unknown_invoker(t);
	if (!parent && !fake)
		return NULL;
	at.fid = parent ? parent->file->fid : fake->fid;
	if (parent) {
		at.line = eval->line;
		at.perl_name = t->naming.evals ? parent->perl_name : NULL;
	}
	name = free_eval_name(t, &at, eval->seq);
	if (name)
		file = profile_file(t->profile, name, at.fid, at.line, flags);
	if (file && !file->source && eval->text)
		profile_share_source(file, eval->text, eval->len);
	t->unknown_sources += eval->has_source && !eval->text;
	return file ? add_file(t, id, file, name) : NULL;
}

/* Finds a file by its string id, or by FILE_EVAL and the number of a file of evals. */
static struct tracee_file *find_file(struct tracee *t, struct names *names, uint32_t interp,
				     uint32_t id, int depth)
{
	struct tracee_file *entry;

	HASH_FIND(hh, t->files, &id, sizeof(id), entry);
	if (entry)
		return entry;
	return id & FILE_EVAL ? make_eval_file(t, names, interp, id, depth) :
				make_plain_file(t, names, interp, id);
}

struct tracee_file *tracee_find_file(struct tracee *t, struct names *names, uint32_t interp,
				     uint32_t id)
{
	return find_file(t, names, interp, id, 0);
}

/* The eval is of a process too many forks ago: only its existence is known. */
static void note_forgotten(struct tracee *t, const struct eval_key *key)
{
	if (evals_are_cut(t->evals) && evals_find(t->evals, key) == EVAL_NO_FILE)
		t->lost[LOSS_EVALS]++;
}

struct tracee_file *tracee_file_of(struct tracee *t, struct names *names, uint32_t interp,
				   uint32_t file)
{
	struct eval_key key = { .interp = interp, .seq = file & ~FILE_EVAL };
	static const struct eval unseen;
	uint32_t number;

	if (!(file & FILE_EVAL))
		return find_file(t, names, interp, file, 0);
	note_forgotten(t, &key);
	number = evals_find(t->evals, &key);
	if (number == EVAL_NO_FILE)
		number = evals_add(t->evals, &key, &unseen);
	return number == EVAL_NO_FILE ? NULL : find_file(t, names, interp, FILE_EVAL | number, 0);
}

int tracee_add_eval(struct tracee *t, struct names *names, const struct eval_key *key,
		    const struct eval *eval)
{
	uint32_t number = evals_add(t->evals, key, eval);
	char *text;
	size_t len;
	int rc;

	if (number == EVAL_NO_FILE)
		return -ENOMEM;
	if (!evals_wants_text(t->evals, number) || names_source(names, eval, &text, &len))
		return 0;
	rc = evals_set_text(t->evals, number, text, len);
	t->lost[LOSS_BUDGET] += rc == -ENOSPC;
	return rc == -ENOSPC ? 0 : rc;
}

int tracee_add_eval_sub(struct tracee *t, const struct sub_key *key, const struct sub *sub)
{
	const struct eval_key in = { .interp = key->interp, .seq = sub->file & ~FILE_EVAL };

	note_forgotten(t, &in);
	return evals_add_sub(t->evals, key, sub);
}

uint64_t tracee_merged_evals(const struct tracee *t)
{
	return evals_merged(t->evals) - t->merged_before;
}

static int mark_merged(struct profile_file *file, const struct eval_file *eval)
{
	char *text __cleanup(free_ptr) = NULL;
	int len = asprintf(&text,
			   "%.*s\n# nytprof-bpf: %llu more string evals of this line, with "
			   "other text, are counted here",
			   (int)eval->len, eval->text ? eval->text : "",
			   (unsigned long long)eval->evals - 1);

	return len < 0 ? -ENOMEM : profile_set_source(file, text, (size_t)len);
}

int tracee_mark_merged(struct tracee *t)
{
	const struct eval_file *eval;
	struct tracee_file *file;
	uint32_t i, id;
	int rc = 0;

	for (i = 0; (eval = evals_file(t->evals, i)) && !rc; i++) {
		if (!eval->rest || eval->evals < 2)
			continue;
		id = FILE_EVAL | i;
		HASH_FIND(hh, t->files, &id, sizeof(id), file);
		rc = file ? mark_merged(file->file, eval) : 0;
		if (file)
			file->file->source_doubtful = true;
	}
	return rc;
}
