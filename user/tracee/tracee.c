// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * Adds drained counts to a profile: resolves ids, and makes the names that NYTProf would give:
 * absolute files, (eval N)[file:line], __ANON__[file:line], BEGIN@line.
 */
#include "tracee/tracee.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <uthash.h>

#include "evals/evals.h"
#include "inspect/cmdline.h"
#include "inspect/memory_subs.h"
#include "nytprof/limits.h"
#include "nytprof/node_hash.h"
#include "profile/profile.h"
#include "tracee/names.h"
#include "tracee/sub_code.h"
#include "tracee/sub_name.h"
#include "tracee/tracee_file.h"
#include "util/cleanup.h"
#include "util/clock.h"

#define EVAL_DEPTH_MAX 64 /* evals in evals that are followed */

/* ------------------------------------------------------------------- new, free */

static char *working_directory(const struct interp *in)
{
	return in->cwd_at < CWD_MAX ? strndup(in->cwd + in->cwd_at, CWD_MAX - in->cwd_at) : NULL;
}

struct tracee *tracee_new(uint32_t interp, const struct interp *in, const struct naming *naming,
			  const struct tracee_parts *parts)
{
	size_t args_len = in->args_len <= ARGS_MAX ? in->args_len : 0;
	struct tracee *t = calloc(1, sizeof(*t));

	if (!t) {
		close_fd(&parts->root);
		evals_free(parts->evals);
		memory_subs_free(parts->memory_subs);
		return NULL;
	}
	t->interp = interp;
	t->tgid = in->tgid;
	t->own_pid = in->own_pid;
	t->task_start = in->task_start_ns;
	t->exec_id = in->exec_id;
	t->ppid = in->ppid;
	t->user = in->user;
	t->creds = in->creds;
	t->build = in->build;
	t->start_ns = in->start_ns;
	/* Measured for each process: the host may be suspended, or its clock may be set. */
	t->to_epoch_ns = (int64_t)(clock_ns(CLOCK_REALTIME) - clock_ns(naming->clock));
	t->forked = in->forked_from != 0;
	t->naming = *naming;
	t->root = parts->root;
	t->cwd = working_directory(in);
	memcpy(t->comm, in->comm, sizeof(t->comm));
	t->comm[sizeof(t->comm) - 1] = '\0';
	t->profile = profile_new();
	t->evals = parts->evals;
	t->memory_subs = parts->memory_subs;
	t->merged_before = t->evals ? evals_merged(t->evals) : 0;
	t->application = cmdline_application(in->args, args_len);
	/* A truncated command line does not have the whole code. */
	if (naming->code && args_len < ARGS_MAX - 1)
		t->code = cmdline_code(in->args, args_len);
	if (!t->profile || !t->evals || !t->memory_subs || !t->application) {
		tracee_free(t);
		return NULL;
	}
	return t;
}

struct tracee *tracee_succeed(struct tracee *t, const struct interp *in)
{
	const struct tracee_parts parts = {
		.root = t->root < 0 ? -1 : fcntl(t->root, F_DUPFD_CLOEXEC, 0),
		.evals = evals_share(t->evals),
		.memory_subs = memory_subs_share(t->memory_subs),
	};
	struct tracee *next = tracee_new(t->interp, in, &t->naming, &parts);

	if (!next)
		return NULL;
	next->order = t->order;
	next->code_start = t->code_start;
	next->unwanted = t->unwanted;
	next->creds = t->creds;
	next->label = t->label;
	if (!next->code && t->code)
		next->code = strdup(t->code); /* from stdin */
	return next;
}

void tracee_free(struct tracee *t)
{
	struct tracee_file *file, *next;

	if (!t)
		return;
	HASH_ITER(hh, t->files, file, next) {
		HASH_DEL(t->files, file);
		free(file->perl_name);
		free(file);
	}
	close_fd(&t->root);
	profile_free(t->profile);
	evals_free(t->evals); /* after the profile, which uses its texts */
	memory_subs_free(t->memory_subs);
	free(t->application);
	free(t->file);
	free(t->output.path);
	free(t->code);
	free(t->cwd);
	free(t);
}

/* ------------------------------------------------------------------------ files */

static bool is_pseudo(const char *name)
{
	return !strcmp(name, "-") || !strcmp(name, "-e");
}

/* As NYTProf does: joins the working directory and the name, without a leading "./". */
static char *absolute_name(const char *cwd, const char *name)
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
	char *name __cleanup(free_ptr) = absolute_name(t->cwd, t->application);
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

static struct tracee_file *make_plain_file(struct tracee *t, struct names *names, uint32_t interp,
					   uint32_t id)
{
	const struct name *name = names_string(names, id), *place = NULL;
	const char *perl_name = name ? name->text : "(unknown)";
	char *abs __cleanup(free_ptr) = NULL;
	uint32_t flags = FILE_VIA_STMT | FILE_HAS_SRC | FILE_SAVE_SRC;
	struct profile_file *file;

	if (perl_name[0] != '/')
		place = names_cwd(names, interp, id);
	abs = absolute_name(place ? place->text : t->cwd, perl_name);
	if (is_pseudo(perl_name))
		flags |= FILE_IS_EVAL;
	file = abs ? profile_file(t->profile, abs, 0, 0, flags) : NULL;
	if (file && t->code && !file->source && !strcmp(perl_name, t->application))
		profile_set_source(file, t->code, strlen(t->code));
	return add_file(t, id, file, perl_name);
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
		fake = profile_file(t->profile, "/unknown-eval-invoker", 0, 0,
				    FILE_VIA_STMT | FILE_FAKE | FILE_IS_EVAL);
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

/* The eval is of a process too many forks ago: only its existence is known. */
static void note_forgotten(struct tracee *t, const struct eval_key *key)
{
	if (evals_are_cut(t->evals) && evals_find(t->evals, key) == EVAL_NO_FILE)
		t->lost[LOSS_EVALS]++;
}

/* Finds or makes a file by the BPF side's id of it. */
static struct tracee_file *file_of(struct tracee *t, struct names *names, uint32_t interp,
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

int tracee_add_stmt(struct tracee *t, struct names *names, const struct stmt_key *key,
		    const struct stmt *stmt)
{
	struct tracee_file *file = file_of(t, names, key->interp, key->file);
	const struct block_id block = { key->line, key->block_line, key->sub_line };
	int rc = -ENOMEM;

	if (file && key->block_line)
		rc = profile_add_block(file->file, &block, stmt->cnt, stmt->ns);
	else if (file)
		rc = profile_add_line(file->file, key->line, stmt->cnt, stmt->ns);

	if (rc != -ERANGE)
		return rc;
	t->beyond += stmt->cnt;
	return 0;
}

/* ------------------------------------------------------------------------- subs */

static struct profile_sub *find_sub(struct tracee *t, struct names *names, uint32_t interp,
				    uint32_t id)
{
	static const char *const fixed[ID_FIRST] = {
		[SUB_RUNTIME] = "main::RUNTIME",     [SUB_NULL] = "main::NULL",
		[SUB_ENABLE] = "DB::enable_profile", [SUB_DISABLE] = "DB::disable_profile",
		[SUB_FINISH] = "DB::finish_profile", [SUB_AWAIT] = "DB::await_profile"
	};
	const struct sub_key key = { .interp = interp, .id = id };
	const struct sub *sub = NULL;
	struct tracee_file *file = NULL;
	struct profile_sub *found;
	char *name __cleanup(free_ptr) = NULL;

	if (id < ID_FIRST && fixed[id])
		return profile_sub(t->profile, fixed[id]);
	sub = id & SUB_OF_EVAL ? evals_sub(t->evals, evals_sub_number(t->evals, &key)) :
				 names_sub(names, id);
	if (!sub)
		return profile_sub(t->profile, "main::__UNKNOWN__");
	if (sub->file || id & SUB_OF_EVAL)
		file = find_file(t, names, interp, sub->file | (id & SUB_OF_EVAL ? FILE_EVAL : 0),
				 0);
	name = sub_name(&t->naming, names, sub, file ? file->perl_name : NULL);
	found = name ? profile_sub(t->profile, name) : NULL;
	if (!found)
		return NULL;
	if (sub->flags & SUB_XSUB) {
		found->xsub = !found->defined;
	} else if (file) {
		const struct sub_place code = { file->file->fid, sub->line, sub->last };

		found->by_stmts |= (sub->flags & SUB_STMTS) != 0;
		found->by_braces |= !(sub->flags & SUB_STMTS);
		sub_code_called(t->profile, found, &code,
				sub->flags & SUB_ANON || evals_has_defined(t->evals, &key));
	}
	return found;
}

/* In sample mode: in how many samples the call was open. The BPF side has this as time. */
static uint64_t calls_of(const struct tracee *t, const struct call *call)
{
	const uint64_t period_ns = t->naming.period_ns;
	const int64_t ns = call->incl_ns + call->reci_ns;

	if (!period_ns)
		return call->cnt;
	return ns > 0 ? ((uint64_t)ns + period_ns / 2) / period_ns : 0;
}

int tracee_add_call(struct tracee *t, struct names *names, const struct call_key *key,
		    const struct call *call)
{
	struct profile_sub *caller = find_sub(t, names, key->interp, key->caller);
	struct profile_sub *callee = find_sub(t, names, key->interp, key->callee);
	struct tracee_file *file = file_of(t, names, key->interp, key->file);
	struct call_id id = { .line = key->line };
	const struct profile_counts counts = { .cnt = calls_of(t, call),
					       .incl_ns = call->incl_ns,
					       .excl_ns = call->excl_ns,
					       .reci_ns = call->reci_ns,
					       .rec_depth = call->rec_depth };

	const struct sub_key of_eval = { .interp = key->interp, .id = key->callee };
	struct call_node node = { .id = node_hash(key->parent, key->callee),
				  .parent = key->parent,
				  .recursive = call->rec_depth > 0,
				  .cnt = counts.cnt,
				  .incl_ns = call->incl_ns + call->reci_ns,
				  .excl_ns = call->excl_ns };

	if (!caller || !callee || !file)
		return -ENOMEM;
	if (evals_are_cut(t->evals) && key->callee & SUB_OF_EVAL &&
	    evals_sub_number(t->evals, &of_eval) == EVAL_NO_FILE)
		t->lost[LOSS_UNKNOWN] += call->cnt;
	node.sub = callee->id;
	node.caller = caller->id & CALL_TREE_CALLER;
	if (call_tree_add(&t->profile->call_tree, &node))
		return -ENOMEM;
	if (!call->cnt && !call->excl_ns && !call->incl_ns && !call->reci_ns)
		return 0; /* it is still open */
	id.caller = caller->id;
	id.callee = callee->id;
	id.fid = file->file->fid;
	return profile_add_call(t->profile, &id, &counts);
}

int tracee_set_part(struct tracee *t, struct names *names, uint32_t nr, const struct part *part)
{
	const struct name *file = part->file ? names_string(names, part->file) : NULL;
	const struct name *cwd = part->cwd ? names_string(names, part->cwd) : NULL;

	t->part = nr;
	t->closed = !part->opened;
	if (part->start_ns)
		t->start_ns = part->start_ns;
	free(t->file);
	t->file = file ? absolute_name(cwd ? cwd->text : t->cwd, file->text) : NULL;
	if (!file)
		return 0;
	if (!t->file)
		return -ENOMEM;
	/* The rights of that moment: it may have dropped others before. */
	t->asked = part->creds;
	creds_lessen(&t->creds, &part->creds);
	t->astray = tracee_why_astray(t, part);
	return 0;
}
