// SPDX-License-Identifier: GPL-2.0-or-later
/* Waits, from the keys of the BPF side to the profile. */
#include <errno.h>

#include "nytprof/node_hash.h"
#include "profile/profile.h"
#include "profile/waits.h"
#include "tracee/tracee.h"
#include "tracee/tracee_file.h"

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
