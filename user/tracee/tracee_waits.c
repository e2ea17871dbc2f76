// SPDX-License-Identifier: GPL-2.0-or-later
/* Waits, from the keys of the BPF side to the profile. */
#include <errno.h>
#include <string.h>

#include "nytprof/node_hash.h"
#include "profile/profile.h"
#include "profile/waits.h"
#include "tracee/sub_code.h"
#include "tracee/tracee.h"
#include "tracee/tracee_file.h"

#define RUNTIME	     "main::RUNTIME"

#define LINE_OF(key) ((key)->line ?: 1) /* perl has 0 for code that it made up */

static int64_t signed_ns(uint64_t ns)
{
	return ns < INT64_MAX ? (int64_t)ns : INT64_MAX;
}

static int add_time(struct tracee *t, struct profile_file *file, uint32_t line, uint64_t ns)
{
	const struct block_id at = { .line = line };
	int64_t add = tracee_wait_sign(t) * signed_ns(ns);

	if (!add)
		return 0;
	return file->blocks ? profile_add_block(file, &at, 0, add) :
			      profile_add_line(file, line, 0, add);
}

#define WAITING_CALLEE UINT32_MAX /* for node_hash(): the id of no sub */

/* Below the node of this id, which is of the sub caller. */
static int add_leaf(struct tracee *t, uint64_t parent, const struct profile_sub *caller, int64_t ns)
{
	const struct profile_sub *waiting = profile_sub(t->profile, SUB_WAITING);
	const struct call_node leaf = { .id = node_hash(parent, WAITING_CALLEE),
					.parent = parent,
					.sub = waiting ? waiting->id : 0,
					.caller = caller->id & CALL_TREE_CALLER,
					.incl_ns = ns,
					.excl_ns = ns };

	return !waiting ? -ENOMEM : ns > 0 ? call_tree_add(&t->profile->call_tree, &leaf) : 0;
}

/* Behind a sleep comes a time in which the thread was ready to run. */
static int add_queue(struct tracee *t, struct wait_place *at, const struct wait_time *wait)
{
	const struct wait_sum queue = { wait->queue_cnt, wait->queue_ns, wait->queue_max_ns };

	at->reason = "run queue";
	at->object = NULL;
	return wait->queue_ns ? profile_add_wait(t->profile, at, &queue) : 0;
}

int tracee_add_wait(struct tracee *t, struct names *names, const struct wait_key *key,
		    const struct wait_time *wait, const char *reason, const char *object)
{
	struct tracee_file *file = key->file ? tracee_file_of(t, names, key->interp, key->file) :
					       NULL;
	struct profile_sub *sub = file ? tracee_sub_of(t, names, key->interp, key->sub) : NULL;
	const struct wait_sum sum = { wait->cnt, wait->ns, wait->max_ns };
	struct wait_place at = { .line = LINE_OF(key), .reason = reason, .object = object };
	int rc = 0;

	if (key->file && (!file || !sub))
		return -ENOMEM;
	if (file && at.line <= LINE_MAX_NR) {
		at.fid = file->file->fid;
		at.sub = sub->id;
		rc = add_time(t, file->file, at.line, wait->ns + wait->queue_ns);
		if (!rc && key->sub == SUB_RUNTIME && !t->naming.cpu_time)
			rc = add_leaf(t, CALL_TREE_ROOT, sub, signed_ns(wait->ns + wait->queue_ns));
	}
	rc = rc ?: profile_add_wait(t->profile, &at, &sum);
	return rc ?: add_queue(t, &at, wait);
}

/* ------------------------------------------------------- those that began before the recording */

static bool is_eval(const char *name)
{
	return !strncmp(name, "(eval ", 6);
}

static struct profile_file *early_file(struct tracee *t, const char *name)
{
	const uint32_t flags = FILE_VIA_STMT | FILE_HAS_SRC | FILE_SAVE_SRC;
	struct profile_file *parent;

	if (!is_eval(name))
		return tracee_plain_file(t, t->cwd, name);
	parent = tracee_unknown_invoker(t);
	return parent ? profile_file(t->profile, name, parent->fid, 1, flags) : NULL;
}

/* A sub has at least the line on which it is. */
static int place_callee(struct tracee *t, const struct early_wait *w, size_t nr,
			struct profile_sub *callee)
{
	const bool inner = nr + 1 < w->cnt;
	const uint32_t line = inner ? w->calls[nr + 1].line : w->line;
	struct profile_file *file;

	callee->xsub |= w->calls[nr].builtin;
	if (w->calls[nr].builtin || callee->xsub)
		return 0;
	file = early_file(t, inner ? w->calls[nr + 1].file : w->file);
	if (!file)
		return -ENOMEM;
	callee->by_stmts = true;
	sub_code_called(t->profile, callee, &(struct sub_place){ file->fid, line, line }, true);
	return 0;
}

#define EARLY_CALLEE(sub) \
	(UINT32_MAX - 1 - (sub)->id) /* for node_hash(): the BPF side has no such id */

/* One of its calls, which has waited for ns. *parent: the node of its caller; becomes its own. */
static int add_early_call(struct tracee *t, const struct early_wait *w, size_t nr, int64_t ns,
			  uint64_t *parent)
{
	const struct early_call *c = &w->calls[nr];
	struct profile_sub *callee = profile_sub(t->profile, c->sub);
	struct profile_sub *caller = profile_sub(t->profile, nr ? w->calls[nr - 1].sub : RUNTIME);
	struct profile_file *file = early_file(t, c->file);
	const uint32_t depth = c->depth;
	const int64_t own_ns = nr + 1 == w->cnt ? ns : 0;
	const struct profile_counts counts = { .incl_ns = depth ? 0 : ns,
					       .excl_ns = own_ns,
					       .reci_ns = depth ? ns : 0,
					       .rec_depth = depth };
	struct call_node node = { .parent = *parent, .incl_ns = ns, .recursive = depth > 0 };
	struct call_id id = { .line = c->line };

	if (!callee || !caller || !file || place_callee(t, w, nr, callee))
		return -ENOMEM;
	id.caller = caller->id;
	id.callee = callee->id;
	id.fid = file->fid;
	node.id = *parent = node_hash(*parent, EARLY_CALLEE(callee));
	node.sub = callee->id;
	node.caller = caller->id & CALL_TREE_CALLER;
	if (!depth)
		profile_add_sub_wait(t->profile, callee->id, ns);
	return call_tree_add(&t->profile->call_tree, &node) ?:
		       profile_add_call(t->profile, &id, &counts);
}

static int add_early_calls(struct tracee *t, const struct early_wait *w,
			   const struct profile_sub *innermost, int64_t ns)
{
	uint64_t node = CALL_TREE_ROOT;
	size_t i;
	int rc = 0;

	for (i = 0; i < w->cnt && !rc; i++)
		rc = add_early_call(t, w, i, ns, &node);
	return rc ?: add_leaf(t, node, innermost, ns);
}

int tracee_add_early_wait(struct tracee *t, const struct early_wait *w,
			  const struct wait_time *wait)
{
	struct profile_file *file = early_file(t, w->file);
	struct profile_sub *sub =
		profile_sub(t->profile, w->cnt ? w->calls[w->cnt - 1].sub : RUNTIME);
	const struct wait_sum sum = { wait->cnt, wait->ns, wait->max_ns };
	const uint64_t ns = wait->ns + wait->queue_ns;
	struct wait_place at = { .line = w->line ?: 1, .reason = w->reason, .object = w->object };
	int rc;

	if (!file || !sub)
		return -ENOMEM;
	if (at.line <= LINE_MAX_NR) {
		at.fid = file->fid;
		at.sub = sub->id;
	}
	rc = at.fid ? add_time(t, file, at.line, ns) : 0;
	if (!rc && tracee_wait_sign(t) > 0)
		rc = add_early_calls(t, w, sub, signed_ns(ns));
	rc = rc ?: profile_add_wait(t->profile, &at, &sum);
	return rc ?: add_queue(t, &at, wait);
}

/* ------------------------------------------------------------------------------------- calls */

/*
 * The call itself has been added, with the wait in its times or without it. In the tree the wait is a
 * leaf of its own.
 */
static int add_node(struct tracee *t, const struct call_key *key, const struct call_id *id,
		    const struct profile_counts *counts, const struct call_wait *wait)
{
	const int64_t leaf_ns = t->naming.cpu_time ? 0 : (int64_t)wait->excl_ns;
	const struct call_node node = { .id = node_hash(key->parent, key->callee),
					.parent = key->parent,
					.sub = id->callee,
					.caller = id->caller & CALL_TREE_CALLER,
					.recursive = counts->rec_depth > 0,
					.incl_ns = counts->incl_ns + counts->reci_ns,
					.excl_ns = counts->excl_ns - leaf_ns };

	return call_tree_add(&t->profile->call_tree, &node) ?:
		       add_leaf(t, node.id, t->profile->subs[id->callee], leaf_ns);
}

int tracee_add_call_wait(struct tracee *t, struct names *names, const struct call_key *key,
			 const struct call_wait *wait)
{
	const int sign = tracee_wait_sign(t);
	const struct profile_counts counts = { .incl_ns = sign * wait->incl_ns,
					       .excl_ns = sign * wait->excl_ns,
					       .reci_ns = sign * wait->reci_ns,
					       .rec_depth = wait->rec_depth };
	struct profile_sub *caller = tracee_sub_of(t, names, key->interp, key->caller);
	struct profile_sub *callee = tracee_sub_of(t, names, key->interp, key->callee);
	struct tracee_file *file = tracee_file_of(t, names, key->interp, key->file);
	struct call_id id = { .line = key->line };

	if (!caller || !callee || !file)
		return -ENOMEM;
	profile_add_sub_wait(t->profile, callee->id, wait->incl_ns);
	if (!sign && t->naming.cpu_time)
		return 0;
	id.caller = caller->id;
	id.callee = callee->id;
	id.fid = file->file->fid;
	return add_node(t, key, &id, &counts, wait) ?: profile_add_call(t->profile, &id, &counts);
}
