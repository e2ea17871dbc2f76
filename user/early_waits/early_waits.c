// SPDX-License-Identifier: GPL-2.0-or-later
#include "early_waits/early_waits.h"

#include <bpf/bpf.h>
#include <errno.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "attach/object_maps.h"
#include "drain/drain.h"
#include "drain/interps.h"
#include "dump/answer.h"
#include "dump/dump.h"
#include "early_waits/describe.h"
#include "log/log.h"
#include "nytprof/interp.h"
#include "nytprof/sampled.h"
#include "nytprof/slow_ops.h"
#include "nytprof/waits.h"
#include "tracee/tracee.h"
#include "util/cleanup.h"
#include "util/clock.h"
#include "util/error.h"
#include "waits/wait.h"
#include "waits/wait_words.h"

#define LOOKS_NS  1000000000ull
#define WAITS_CNT 4096u
#define CALLS_MAX 1024u /* calls of one; of a deeper stack the innermost ones */
#define CALLS_ALL 16384u /* calls of all: each is added up whenever the maps are drained */

/* A thread that waited. */
struct sleeper {
	pid_t pid;
	unsigned build;
	struct early_wait wait;
};

struct early_waits {
	struct maps maps;
	struct drain *drain;
	clockid_t clock;
	struct sleeper *all; /* their numbers are their places, from 1 */
	size_t cnt;
	size_t call_cnt; /* of all of them */
	uint64_t looked_ns;
};

static int charge(uint32_t nr, const struct wait_time *wait, void *arg);

struct early_waits *early_waits_new(const struct maps *maps, struct drain *drain, clockid_t clock)
{
	struct early_waits *e = calloc(1, sizeof(*e));

	if (!e)
		return NULL;
	e->maps = *maps;
	e->drain = drain;
	e->clock = clock;
	interps_when_early(drain_interps(drain), charge, e);
	return e;
}

static void wait_release(struct early_wait *w)
{
	size_t i;

	for (i = 0; i < w->cnt; i++) {
		free(w->calls[i].sub);
		free(w->calls[i].file);
	}
	free(w->calls);
	free(w->file);
	free(w->reason);
	free(w->object);
}

void early_waits_free(struct early_waits *e)
{
	size_t i;

	for (i = 0; e && i < e->cnt; i++)
		wait_release(&e->all[i].wait);
	if (e)
		free(e->all);
	free(e);
}

/* ------------------------------------------------------------------------------ charge */

/* The program that waited is the first one of its process here: others may have been executed since. */
static int charge(uint32_t nr, const struct wait_time *wait, void *arg)
{
	struct early_waits *e = arg;
	const struct sleeper *s = nr && nr <= e->cnt ? &e->all[nr - 1] : NULL;
	struct tracee *t = s ? interps_first_of(drain_interps(e->drain), s->pid) : NULL;

	return t && !t->unwanted ? tracee_add_early_wait(t, &s->wait, wait) : 0;
}

/* ------------------------------------------------------------------------------- place */

static bool is_slow_op(const char *op)
{
	static const char *const names[] = {
#define X(name) #name,
		SLOW_OPS(X)
#undef X
	};
	size_t i;

	for (i = 0; op && i < sizeof(names) / sizeof(names[0]); i++) {
		if (!strcmp(op, names[i]))
			return true;
	}
	return false;
}

static bool is_sub(const struct dump_frame *f)
{
	return f->sub && (f->kind == CALL_SUB || f->kind == CALL_FORMAT);
}

/* Takes sub, which may be NULL. place: the frame in which it was called. False: out of memory. */
static bool add_call(struct early_wait *w, char *sub, const struct dump_frame *place)
{
	struct early_call *c = &w->calls[w->cnt];
	size_t i;

	*c = (struct early_call){ .sub = sub,
				  .file = strdup(place->file ?: "(unknown)"),
				  .line = place->line };
	for (i = 0; sub && i < w->cnt; i++)
		c->depth += !strcmp(w->calls[i].sub, sub);
	w->cnt++;
	return c->sub && c->file;
}

/* The builtin that waits, as the sub that samples show: of the package of the code around it, about. */
static char *name_of_builtin(const struct early_wait *w, const char *op)
{
	const char *sub = w->cnt ? w->calls[w->cnt - 1].sub : "main::";
	const char *end = strstr(sub, "::"), *next;
	char *name;

	while (end && (next = strstr(end + 2, "::")))
		end = next;
	if (asprintf(&name, "%.*s::CORE:%s", end ? (int)(end - sub) : 4, end ? sub : "main", op) <
	    0)
		return NULL;
	return name;
}

/* What waits below the innermost sub, as samples name it. NULL: nothing that they show, or no memory. */
static char *name_of_leaf(const struct early_wait *w, const struct dump_interp *in)
{
	return in->xsub ? strdup(in->xsub) : is_slow_op(in->op) ? name_of_builtin(w, in->op) : NULL;
}

static bool put_calls(struct early_wait *w, const struct dump_frame *frames,
		      const struct dump_interp *in)
{
	const size_t cnt = in->frame_cnt;
	size_t i = cnt < CALLS_MAX ? cnt : CALLS_MAX;
	bool done = true;
	char *leaf;

	w->calls = calloc(i + 1, sizeof(*w->calls));
	if (!w->calls)
		return false;
	while (done && i-- > 0) {
		if (is_sub(&frames[i]) && i + 1 < cnt)
			done = add_call(w, strdup(frames[i].sub), &frames[i + 1]);
	}
	leaf = done ? name_of_leaf(w, in) : NULL;
	if (!leaf)
		return done;
	done = add_call(w, leaf, &frames[0]);
	w->calls[w->cnt - 1].builtin = true;
	return done;
}

static char *reason_of(const struct wait *wait)
{
	char text[WAIT_WORDS];
	const bool disk = wait->state == 'D';
	uint32_t kind = wait->call < 0 ? disk ? WAIT_FAULT_DISK : WAIT_FAULT :
			disk	       ? WAIT_CALL_DISK :
					 WAIT_CALL;

	if (wait->state == 'T')
		kind = WAIT_STOPPED;
	else if (wait->state == 't')
		kind = WAIT_TRACED;
	wait_reason_words(kind << 16 | ((uint32_t)wait->call & WAIT_NO_CALL), text);
	return strdup(text);
}

static bool put_wait(struct early_wait *w, const struct dump *d, const struct dump_interp *in,
		     const struct wait *wait, const void *peek)
{
	const struct dump_frame *frames = &d->frames[in->frame];
	char object[WAIT_TEXT];

	if (!in->frame_cnt || !frames[0].file)
		return false;
	wait_object(wait, peek, object);
	w->file = strdup(frames[0].file);
	w->line = frames[0].line;
	w->reason = reason_of(wait);
	w->object = strdup(object);
	return w->file && w->reason && w->object && put_calls(w, frames, in);
}

/* -------------------------------------------------------------------------------- look */

/* All threads of a process, as they are before their stacks are read. */
struct threads {
	struct wait *waits;
	struct wait_peek *peeks;
	size_t cnt;
};

static bool is_waiting(const struct wait *w)
{
	return w->known && strchr("SDTt", w->state ?: ' ');
}

static int read_threads(struct threads *t, pid_t pid)
{
	pid_t *tids __cleanup(free_ptr) = calloc(DUMP_THREADS_MAX, sizeof(*tids));
	int cnt = tids ? dump_threads(pid, tids, DUMP_THREADS_MAX) : -ENOMEM, i, waiting = 0;

	if (cnt <= 0)
		return 0;
	t->waits = calloc((size_t)cnt, sizeof(*t->waits));
	t->peeks = calloc((size_t)cnt, sizeof(*t->peeks));
	if (!t->waits || !t->peeks)
		return 0;
	t->cnt = (size_t)cnt;
	for (i = 0; i < cnt; i++) {
		wait_read(pid, tids[i], &t->waits[i]);
		wait_wants(&t->waits[i], &t->peeks[i]);
		waiting += is_waiting(&t->waits[i]);
	}
	return waiting;
}

static uint64_t switches_of(pid_t pid, pid_t tid)
{
	char path[64];
	unsigned long long ran, queued, switches = 0;
	FILE *f __cleanup(close_file) = NULL;

	snprintf(path, sizeof(path), "/proc/%d/task/%d/schedstat", pid, tid);
	f = fopen(path, "re");
	if (!f || fscanf(f, "%llu %llu %llu", &ran, &queued, &switches) != 3)
		return 0;
	return switches;
}

/* The BPF side measures it from now on, unless the thread has run. */
static void measure(struct early_waits *e, pid_t tid, const struct sleeper *s, uint64_t switches)
{
	const uint64_t now_ns = clock_ns(e->clock);
	const uint32_t thread = (uint32_t)tid;
	const struct waiting w = { .since_ns = now_ns,
				   .begun_ns = now_ns,
				   .tgid = (uint32_t)s->pid,
				   .build = s->build,
				   .key = { .line = (uint32_t)e->cnt } };

	if (bpf_map_update_elem(e->maps.waitings, &thread, &w, BPF_NOEXIST))
		return;
	if (switches_of(s->pid, tid) != switches)
		bpf_map_delete_elem(e->maps.waitings, &thread);
}

/* Without an interpreter it has a tracee all the same, which gets the time. */
static bool has_tracee(const struct early_waits *e, const struct sleeper *s)
{
	struct interps *interps = drain_interps(e->drain);
	struct interp *in __cleanup(free_ptr) = NULL;

	if (interps_first_of(interps, s->pid))
		return true;
	in = malloc(sizeof(*in));
	return in && early_describe(s->pid, s->build, e->clock, in) && interps_adopt(interps, in);
}

static bool keep(struct early_waits *e, const struct sleeper *s)
{
	struct sleeper *more;

	if (e->call_cnt + s->wait.cnt > CALLS_ALL || !has_tracee(e, s))
		return false;
	more = reallocarray(e->all, e->cnt + 1, sizeof(*more));
	if (!more)
		return false;
	e->all = more;
	e->all[e->cnt++] = *s;
	e->call_cnt += s->wait.cnt;
	return true;
}

static void take_interp(struct early_waits *e, const struct dump *d, const struct dump_interp *in,
			const struct threads *t, struct sleeper *s, const uint64_t *switches)
{
	struct wait now;
	size_t i = 0;

	s->wait = (struct early_wait){}; /* what is there was kept */
	while (i < t->cnt && t->waits[i].tid != in->tid)
		i++;
	if (i == t->cnt || !is_waiting(&t->waits[i]) || in->motion != STACK_STOOD || in->why ||
	    e->cnt == WAITS_CNT)
		return;
	wait_read(s->pid, in->tid, &now);
	if (!wait_is_same(&now, &t->waits[i]) || switches_of(s->pid, in->tid) != switches[i] ||
	    !put_wait(&s->wait, d, in, &t->waits[i], d->peeks[i]) || !keep(e, s)) {
		wait_release(&s->wait);
		return;
	}
	measure(e, in->tid, s, switches[i]);
}

static void take_threads(struct early_waits *e, pid_t pid, unsigned build, const struct threads *t)
{
	const struct dump_wish wish = { .pid = pid, .threads = t->peeks, .thread_cnt = t->cnt };
	uint64_t *switches __cleanup(free_ptr) = calloc(t->cnt, sizeof(*switches));
	struct sleeper s = { .pid = pid, .build = build };
	struct dump d = {};
	struct error err;
	size_t i;

	for (i = 0; switches && i < t->cnt; i++)
		switches[i] = switches_of(pid, t->waits[i].tid);
	if (!switches || dump_take(&d, &wish, &err)) {
		log_verbose("process %d: what it waits for already is not known", pid);
		dump_release(&d);
		return;
	}
	for (i = 0; i < d.interp_cnt; i++)
		take_interp(e, &d, &d.interps[i], t, &s, switches);
	dump_release(&d);
}

void early_waits_look(struct early_waits *e, pid_t pid)
{
	const uint64_t begun_ns = mono_ns();
	const uint32_t tgid = (uint32_t)pid;
	struct threads t = {};
	struct sampled s;

	if (e->maps.waitings < 0 || e->looked_ns > LOOKS_NS ||
	    bpf_map_lookup_elem(e->maps.sampled, &tgid, &s))
		return;
	if (read_threads(&t, pid))
		take_threads(e, pid, s.build, &t);
	free(t.waits);
	free(t.peeks);
	e->looked_ns += mono_ns() - begun_ns;
}
