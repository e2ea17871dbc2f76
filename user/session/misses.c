// SPDX-License-Identifier: GPL-2.0-or-later
#include "session/misses.h"

#include <stdbool.h>
#include <stdlib.h>
#include <sys/types.h>

#include "attach/object.h"
#include "attach/object_maps.h"
#include "drain/drain.h"
#include "log/log.h"
#include "nytprof/interp.h"
#include "probes/probes.h"
#include "probes/targets.h"
#include "target/process.h"

#define EVERY_NS 1000000000ull
/* So long after a missed exit each process is looked at closely: it may take that long to end. */
#define CLOSELY_NS 10000000000ull

struct misses {
	struct probes *probes;
	const struct maps *maps;
	struct drain *drain;
	struct object_misses known;
	uint64_t due_ns;
	uint64_t closely_until_ns;
	bool closely; /* now: reads /proc for each process, which costs some 10 us */
};

struct misses *misses_new(struct probes *probes, const struct maps *maps, struct drain *drain)
{
	struct misses *m = calloc(1, sizeof(*m));

	if (!m)
		return NULL;
	m->probes = probes;
	m->maps = maps;
	m->drain = drain;
	return m;
}

void misses_free(struct misses *m)
{
	free(m);
}

static bool is_over(pid_t pid, void *arg)
{
	const struct misses *m = arg;

	if (m->closely ? !process_is_over(pid) : !process_is_gone(pid))
		return false;
	log_verbose("process %d has ended; the kernel did not tell of it", pid);
	probes_forget_process(m->probes, pid);
	return true;
}

/* Has another process its number now? */
static bool is_followed_by_another(const struct interp *in)
{
	uint64_t start = process_start((pid_t)in->tgid);

	return start && in->task_start_ns && start != process_tick(in->task_start_ns);
}

static void close_if_over(const struct interp *in, struct tracee *t, void *arg)
{
	struct misses *m = arg;

	(void)t;
	if (is_over((pid_t)in->tgid, m) || (m->closely && is_followed_by_another(in)))
		probes_close_interp(m->probes, in, END_UNSEEN);
}

int misses_tick(void *misses, uint64_t now_ns, struct error *err)
{
	struct misses *m = misses;
	uint64_t exits = m->known.exits;

	(void)err;
	if (now_ns < m->due_ns)
		return 0;
	m->due_ns = now_ns + EVERY_NS;
	probes_count_misses(m->probes, &m->known);
	if (m->known.exits != exits)
		m->closely_until_ns = now_ns + CLOSELY_NS;
	m->closely = now_ns < m->closely_until_ns;
	drain_each_interp(m->drain, close_if_over, m);
	targets_forget_if(m->maps->targets, is_over, m);
	return 0;
}

void misses_say(const struct misses *m)
{
	if (m->known.forks)
		log_warning(
			"the kernel did not tell of %llu fork%s: what these processes did may be "
			"in no profile",
			(unsigned long long)m->known.forks, m->known.forks > 1 ? "s" : "");
	if (m->known.execs)
		log_warning("the kernel did not tell of %llu exec%s: the next program of these "
			    "processes may be in the profile of the one before",
			    (unsigned long long)m->known.execs, m->known.execs > 1 ? "s" : "");
}
