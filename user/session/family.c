// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * Who is below whom is read from /proc after the named processes are followed: what they fork from
 * then on is told by the BPF side, so nobody is missed, and who is found in both ways is attached
 * to once.
 */
#include "session/family.h"

#include <errno.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/types.h>

#include "inspect/profilers.h"
#include "log/log.h"
#include "options/options.h"
#include "output/flush.h"
#include "output/losses.h"
#include "output/outputs.h"
#include "perl/perl_image.h"
#include "session/pids.h"
#include "session/recorder.h"
#include "target/process.h"
#include "util/cleanup.h"
#include "util/error.h"
#include "util/sort.h"

#define NAMED_MAX 16 /* of the children in a message */

/* A process that there is; its start tells it from a later one with its id. */
struct relative {
	pid_t pid;
	pid_t parent;
	uint64_t start;
	bool below; /* one of those that are asked for */
};

struct relatives {
	struct relative *all; /* by pid */
	size_t cnt;
};

/* ------------------------------------------------------------------------ who */

static bool is_one_of(pid_t pid, const pid_t *pids, size_t cnt)
{
	size_t i;

	for (i = 0; i < cnt; i++) {
		if (pids[i] == pid)
			return true;
	}
	return false;
}

static int compare(const void *a, const void *b)
{
	const struct relative *one = a, *other = b;

	return one->pid < other->pid ? -1 : one->pid > other->pid;
}

static bool is_below(const struct relatives *all, pid_t parent, const pid_t *pids, size_t cnt)
{
	const struct relative key = { .pid = parent }, *found;

	if (is_one_of(parent, pids, cnt))
		return true;
	found = find_sorted(&key, all->all, all->cnt, sizeof(key), compare);
	return found && found->below;
}

/* All processes; marked are those below the given ones, however far.  Without memory there is none. */
static void find_below(struct relatives *found, const pid_t *pids, size_t cnt)
{
	pid_t *list __cleanup(free_ptr) = processes_list(&found->cnt);
	bool more = true;
	size_t i;

	found->all = calloc(found->cnt ?: 1, sizeof(*found->all));
	if (!list || !found->all)
		found->cnt = 0;
	for (i = 0; i < found->cnt; i++) {
		found->all[i].pid = list[i];
		found->all[i].start = process_start(list[i]);
		found->all[i].parent = process_parent(list[i]);
	}
	sort(found->all, found->cnt, sizeof(*found->all), compare);
	while (more) { /* once for each generation */
		more = false;
		for (i = 0; i < found->cnt; i++) {
			struct relative *one = &found->all[i];

			if (one->below || !is_below(found, one->parent, pids, cnt))
				continue;
			one->below = more = true;
		}
	}
}

size_t family_size(const struct options *o)
{
	struct relatives found = {};
	size_t cnt = o->pid_cnt, i;

	if (o->no_children)
		return cnt;
	find_below(&found, o->pids, o->pid_cnt);
	for (i = 0; i < found.cnt; i++)
		cnt += found.all[i].below && !is_one_of(found.all[i].pid, o->pids, o->pid_cnt);
	free(found.all);
	return cnt;
}

/* --------------------------------------------------------------------- attach */

static bool is_perl(pid_t pid)
{
	struct perl_image *perls[PROCESS_PERLS_MAX];
	struct error ignored;
	int cnt = process_perls(pid, NULL, perls, &ignored), i;

	for (i = 0; i < cnt; i++)
		perl_image_free(perls[i]);
	return cnt > 0;
}

/* err says that the process is no perl: it may be the shell, or the supervisor, that runs one. */
static void name_children(pid_t pid, struct error *err)
{
	char list[NAMED_MAX * 12] = "";
	struct relatives found = {};
	struct error why = *err;
	size_t i, at = 0, cnt = 0;

	find_below(&found, &pid, 1);
	for (i = 0; i < found.cnt && cnt < NAMED_MAX; i++) {
		if (!found.all[i].below || !is_perl(found.all[i].pid))
			continue;
		at += (size_t)snprintf(list + at, sizeof(list) - at, "%s%d", cnt ? "," : "",
				       found.all[i].pid);
		cnt++;
	}
	free(found.all);
	if (cnt)
		error_set(err, ENOEXEC, "%s; its children are perls: use --pid %s", why.text, list);
}

static int attach_one(struct recorder *r, pid_t pid, struct error *err)
{
	int rc = recorder_attach_process(r, pid, err);

	rc = rc ?: recorder_follow(r, pid, err);
	if (rc)
		return rc;
	recorder_look_at_waits(r, pid);
	profilers_warn_process(pid);
	return 0;
}

static int attach_named(struct recorder *r, const struct options *o, struct family *f,
			struct error *err)
{
	size_t i;
	int rc = 0;

	for (i = 0; i < o->pid_cnt; i++) {
		if (is_one_of(o->pids[i], o->pids, i))
			continue;
		rc = pid_check(o->pids[i], err);
		rc = rc ?: attach_one(r, o->pids[i], err);
		if (rc == -ENOEXEC)
			name_children(o->pids[i], err);
		if (rc && o->pid_cnt > 1)
			log_error("%s", err->text);
		if (rc)
			outputs_missed(recorder_harvest(r)->outputs)->refused++;
		f->named += !rc;
	}
	return f->named ? 0 : rc;
}

/* What is no perl is nobody's loss, and a recording need not go on as long as that runs. */
static void attach_child(struct recorder *r, const struct relative *child, struct family *f)
{
	struct error err;
	int rc = process_start(child->pid) == child->start ? attach_one(r, child->pid, &err) :
							     -ESRCH;

	if (!rc) {
		f->children++;
	} else if (rc != -ENOEXEC && rc != -ESRCH && process_is_alive(child->pid)) {
		log_warning("child process %d is not recorded: %s", child->pid, err.text);
		outputs_missed(recorder_harvest(r)->outputs)->refused++;
	}
}

static void attach_children(struct recorder *r, const struct options *o, struct family *f)
{
	struct relatives found = {};
	size_t i;

	find_below(&found, o->pids, o->pid_cnt);
	for (i = 0; i < found.cnt; i++) {
		const struct relative *one = &found.all[i];

		if (one->below && !is_one_of(one->pid, o->pids, o->pid_cnt))
			attach_child(r, one, f);
	}
	free(found.all);
}

int family_attach(struct recorder *r, const struct options *o, struct family *f, struct error *err)
{
	int rc = attach_named(r, o, f, err);

	if (rc)
		return rc;
	if (!o->no_children)
		attach_children(r, o, f);
	recorder_finish_looks(r);
	return 0;
}
