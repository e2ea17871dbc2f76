// SPDX-License-Identifier: GPL-2.0-or-later
/* Processor time now and then, what the samples tell of long calls, and a file for each trace. */
#include "ondemand/trigger.h"

#include <errno.h>
#include <fcntl.h>
#include <fnmatch.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "drain/drain.h"
#include "log/log.h"
#include "nytprof/events.h"
#include "ondemand/order.h"
#include "ondemand/traces.h"
#include "options/options.h"
#include "output/flush.h"
#include "rights/invoker.h"
#include "store/store.h"
#include "target/process.h"
#include "tracee/tracee.h"
#include "util/cleanup.h"
#include "util/clock.h"
#include "util/error.h"
#include "util/loop.h"
#include "util/outfile.h"

#define LOOK_NS 3000000000ull /* processor time is counted in hundredths of a second */
#define HOUR_NS (3600 * 1000000000ull)

/* A file that a tracer writes. */
struct expected {
	struct trigger *trigger;
	struct outfile *file; /* NULL: this place is free */
	pid_t pid;
	char name[ORDER_NAME];
};

struct trigger {
	const struct options *options;
	struct traces *traces;
	struct flush *flush;
	struct expected expected[TRACES_MAX];
	uint64_t at_ns[TRACE_WHEN_MAX]; /* when the last ones were started; 0: none */
	unsigned nr; /* of them, in all */
	uint64_t look_ns; /* the next time */
};

static int look(void *arg, uint64_t now_ns, struct error *err);

struct trigger *trigger_new(struct loop *loop, const struct options *options, struct traces *traces,
			    struct flush *flush)
{
	struct trigger *t = calloc(1, sizeof(*t));

	if (!t)
		return NULL;
	t->options = options;
	t->traces = traces;
	t->flush = flush;
	if (!loop_add_tick(loop, look, t))
		return t;
	free(t);
	return NULL;
}

void trigger_free(struct trigger *t)
{
	size_t i;

	for (i = 0; t && i < TRACES_MAX; i++)
		outfile_abort(t->expected[i].file);
	free(t);
}

/* -------------------------------------------------------------------------- file */

static void ended(void *arg, int status)
{
	struct expected *e = arg;
	struct error err;

	if (status) {
		log_warning("the exact trace of process %d gave no profile (status %d)", e->pid,
			    status);
		outfile_abort(e->file);
	} else if (outfile_commit(e->file, &err)) {
		log_error("%s", err.text);
	} else {
		log_info("the exact trace of process %d is in %s", e->pid, e->name);
	}
	e->file = NULL;
}

/* The caller frees it. */
static char *in_store(const struct trigger *t, const struct tracee *of)
{
	struct timespec now;
	char *usual __cleanup(free_ptr) = NULL, *user, *name;

	clock_gettime(CLOCK_REALTIME, &now);
	usual = store_name(t->flush->store, of, now.tv_sec * 1000000000ll + now.tv_nsec);
	user = usual ? strrchr(usual, '.') : NULL; /* .uUSER.nytprof says whose it is */
	while (user && user > usual && strncmp(user, ".u", 2) != 0)
		user--;
	if (!user || asprintf(&name, "%.*s.traced%s", (int)(user - usual), usual, user) < 0)
		return NULL;
	return name;
}

static char *beside_file(const struct trigger *t, const struct tracee *of)
{
	char *name;

	if (asprintf(&name, "%s.traced-%u.%u", t->options->nytprof.file, t->nr + 1, of->tgid) < 0)
		return NULL;
	return name;
}

static int open_file(struct trigger *t, const struct tracee *of, struct expected *e,
		     struct error *err)
{
	char *name __cleanup(free_ptr) = t->flush->store ? in_store(t, of) : beside_file(t, of);

	if (!name)
		return error_set(err, ENOMEM, "out of memory");
	if (strlen(name) >= sizeof(e->name))
		return error_set(err, ENAMETOOLONG, "the name is too long: %.100s...", name);
	strcpy(e->name, name);
	e->file = t->flush->store ?
			  outfile_new(store_dir(t->flush->store), strrchr(name, '/'), err) :
			  outfile_new(AT_FDCWD, name, err);
	return e->file ? 0 : -errno;
}

/* ------------------------------------------------------------------------- begin */

static struct expected *free_place(struct trigger *t)
{
	size_t i;

	for (i = 0; i < TRACES_MAX; i++) {
		if (!t->expected[i].file)
			return &t->expected[i];
	}
	return NULL;
}

static int start(struct trigger *t, const struct tracee *of, struct expected *e, struct error *err)
{
	const struct trace_client client = { .connection = -1, .ended = ended, .arg = e };
	const uid_t owner = invoking_user();
	struct order order = { .pid = (pid_t)of->tgid,
			       .ms = (unsigned)(t->options->trace.seconds * 1000),
			       .owner = owner == INVOKER_NOBODY ? -1 : (long)owner,
			       .level = LOG_LEVEL_WARNING,
			       .messages = -1 };
	int rc = traces_check(t->traces, order.pid, err);

	rc = rc ?: open_file(t, of, e, err);
	if (rc)
		return rc;
	strcpy(order.name, e->name);
	order.profile = fileno(outfile_stream(e->file));
	e->trigger = t;
	e->pid = order.pid;
	rc = traces_start(t->traces, &order, &client, err);
	if (!rc)
		return 0;
	outfile_abort(e->file);
	e->file = NULL;
	return rc;
}

/* How many there were in the last hour. */
static unsigned recent(const struct trigger *t, uint64_t now_ns)
{
	unsigned cnt = 0, i;

	for (i = 0; i < TRACE_WHEN_MAX; i++)
		cnt += t->at_ns[i] && now_ns - t->at_ns[i] < HOUR_NS;
	return cnt;
}

/* The condition holds. */
static void fire(struct trigger *t, struct tracee *of, const char *why, uint64_t now_ns)
{
	struct expected *e = free_place(t);
	struct error err;

	if (!e || recent(t, now_ns) >= t->options->trace.max ||
	    (of->tried_ns && now_ns - of->tried_ns < HOUR_NS))
		return;
	of->tried_ns = now_ns;
	if (start(t, of, e, &err)) {
		log_warning("process %u %s, and is not traced: %s", of->tgid, why, err.text);
		return;
	}
	t->at_ns[t->nr++ % TRACE_WHEN_MAX] = now_ns;
	traces_note_triggered(t->traces);
	log_info("process %u %s: it is traced exactly for %g s (%u of %u in an hour)", of->tgid,
		 why, t->options->trace.seconds, recent(t, now_ns), t->options->trace.max);
}

/* ------------------------------------------------------------------------- a call */

static struct tracee *tracee_of(const struct trigger *t, uint32_t tgid)
{
	struct tracee *of = t->flush->drain ? drain_tracees(t->flush->drain) : NULL;

	while (of && (of->tgid != tgid || !of->live || of->unwanted))
		of = of->next;
	return of;
}

/*
 * Of any sub: a program's main loop is open for ever, and builtins wait for ever, so they are no sign
 * of anything.
 */
static bool is_asked_for(const struct trigger *t, const struct event *ev, const char *name)
{
	if (t->options->trace.sub)
		return !fnmatch(t->options->trace.sub, name, 0);
	return ev->type != EVENT_LONG_OPEN && !strstr(name, "::CORE:") &&
	       strncmp(name, "CORE::", 6) != 0;
}

void trigger_long(struct trigger *t, const struct event *ev)
{
	struct tracee *of = t ? tracee_of(t, ev->tgid) : NULL;
	const char *name = of ? drain_sub_name(t->flush->drain, of, ev->interp, ev->arg) : NULL;
	char why[256];

	if (!name || !is_asked_for(t, ev, name))
		return;
	snprintf(why, sizeof(why), "%s %.150s for more than %g s",
		 ev->type == EVENT_LONG_ENDED ? "was in" : "is in", name, t->options->trace.open);
	fire(t, of, why, mono_ns());
}

/* -------------------------------------------------------------------------- look */

static void look_at(struct trigger *t, struct tracee *of, uint64_t now_ns)
{
	const uint64_t cpu_ns = process_cpu((pid_t)of->tgid), before_ns = of->cpu_ns,
		       took_ns = now_ns - of->cpu_at_ns;
	const bool first = !of->cpu_at_ns;
	unsigned percent;
	char why[64];

	of->cpu_ns = cpu_ns;
	of->cpu_at_ns = now_ns;
	if (first || cpu_ns < before_ns || !took_ns)
		return;
	percent = (unsigned)((cpu_ns - before_ns) * 100 / took_ns);
	if (percent <= t->options->trace.cpu)
		return;
	snprintf(why, sizeof(why), "uses %u %% of a processor", percent);
	fire(t, of, why, now_ns);
}

static int look(void *arg, uint64_t now_ns, struct error *err)
{
	struct trigger *t = arg;
	struct tracee *of;

	(void)err;
	if (now_ns < t->look_ns || !t->flush->drain || !t->options->trace.cpu)
		return 0;
	t->look_ns = now_ns + LOOK_NS;
	for (of = drain_tracees(t->flush->drain); of; of = of->next) {
		if (of->live && !of->unwanted)
			look_at(t, of, now_ns);
	}
	return 0;
}
