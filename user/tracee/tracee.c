// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * Adds drained counts to a profile: resolves ids, and makes the names of subs that NYTProf would
 * give: __ANON__[file:line], BEGIN@line.
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
#include "inspect/cgroup_path.h"
#include "inspect/cmdline.h"
#include "inspect/memory_subs.h"
#include "nytprof/limits.h"
#include "nytprof/node_hash.h"
#include "profile/profile.h"
#include "tracee/names.h"
#include "tracee/own.h"
#include "tracee/sub_code.h"
#include "tracee/sub_name.h"
#include "tracee/tracee_file.h"
#include "util/cleanup.h"
#include "util/clock.h"

/* ------------------------------------------------------------------- new, free */

static char *working_directory(const struct interp *in)
{
	return in->cwd_at < CWD_MAX ? strndup(in->cwd + in->cwd_at, CWD_MAX - in->cwd_at) : NULL;
}

static char *control_group(const struct interp *in)
{
	char path[CGROUP_PATH_MAX];

	if (cgroup_of_process((pid_t)in->tgid, path) || cgroup_of_former(in->cgroup, path))
		return strdup(path);
	return NULL;
}

unsigned tracee_rate(const struct tracee *t)
{
	return t->naming.period_ns ? (unsigned)(1000000000 / t->naming.period_ns) : 0;
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
	t->start_ns =
		in->start_ns - naming->period_ns; /* the first sample is of the time before it */
	/* Measured for each process: the host may be suspended, or its clock may be set. */
	t->to_epoch_ns = (int64_t)(clock_ns(CLOCK_REALTIME) - clock_ns(naming->clock));
	t->forked = in->forked_from != 0;
	t->naming = *naming;
	t->root = parts->root;
	t->cwd = working_directory(in);
	memcpy(t->comm, in->comm, sizeof(t->comm));
	t->comm[sizeof(t->comm) - 1] = '\0';
	t->profile = profile_new();
	if (t->profile && naming->period_ns)
		profile_set_attr(t->profile, "agent_sampled", "%u", tracee_rate(t));
	t->evals = parts->evals;
	t->memory_subs = parts->memory_subs;
	t->merged_before = t->evals ? evals_merged(t->evals) : 0;
	t->cgroup = control_group(in);
	t->command = cmdline_text(in->args, args_len);
	t->application = cmdline_application(in->args, args_len);
	/* A truncated command line does not have the whole code. */
	if (naming->code && args_len < ARGS_MAX - 1)
		t->code = cmdline_code(in->args, args_len);
	if (!t->profile || !t->evals || !t->memory_subs || !t->application || !t->command) {
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
	next->first = t->first;
	next->code_start = t->code_start;
	next->unwanted = t->unwanted;
	next->cpu_ns = t->cpu_ns;
	next->cpu_at_ns = t->cpu_at_ns;
	next->tried_ns = t->tried_ns;
	next->creds = t->creds;
	next->label = t->label;
	profile_charge_sqls(next->profile, t->profile->sqls.allowance, t->user);
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
	own_release(&t->own);
	profile_free(t->profile);
	evals_free(t->evals); /* after the profile, which uses its texts */
	memory_subs_free(t->memory_subs);
	free(t->application);
	free(t->command);
	free(t->cgroup);
	free(t->file);
	free(t->output.path);
	free(t->code);
	free(t->cwd);
	free(t);
}

/* ------------------------------------------------------------------- statements */

static int add_own(struct tracee *t, struct names *names, const struct stmt_key *key, uint32_t fid,
		   uint64_t cnt)
{
	const struct profile_sub *sub =
		tracee_sub_of(t, names, key->interp, key->sub_line ?: SUB_RUNTIME);
	const struct own_id id = { sub ? sub->id : 0, fid, key->line };

	return sub ? own_add(&t->own, &id, cnt) : -ENOMEM;
}

int tracee_add_stmt(struct tracee *t, struct names *names, const struct stmt_key *key,
		    const struct stmt *stmt)
{
	struct tracee_file *file = tracee_file_of(t, names, key->interp, key->file);
	const struct block_id block = { key->line, key->block_line, key->sub_line };
	int rc = -ENOMEM;

	if (file && t->naming.own && add_own(t, names, key, file->file->fid, stmt->cnt))
		return -ENOMEM;

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

struct profile_sub *tracee_sub_of(struct tracee *t, struct names *names, uint32_t interp,
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
		file = tracee_find_file(t, names, interp,
					sub->file | (id & SUB_OF_EVAL ? FILE_EVAL : 0));
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
	struct profile_sub *caller = tracee_sub_of(t, names, key->interp, key->caller);
	struct profile_sub *callee = tracee_sub_of(t, names, key->interp, key->callee);
	struct tracee_file *file = tracee_file_of(t, names, key->interp, key->file);
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
	t->file = file ? tracee_absolute_name(cwd ? cwd->text : t->cwd, file->text) : NULL;
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
