// SPDX-License-Identifier: GPL-2.0-or-later
#include "children.h"

#include <errno.h>
#include <sys/types.h>

#include "nytprof_bpf.h"
#include "run/attached.h"
#include "target/process.h"
#include "util/clock.h"
#include "util/error.h"
#include "util/log.h"

/* rc: of attaching to it; before: how many perls were known. */
static void say_unprepared(const struct children *c, pid_t pid, int rc, int before,
			   const struct error *err)
{
	if (rc && rc != -ENOEXEC && rc != -ESRCH && process_is_alive(pid))
		log_warning("process %d is not profiled: %s", pid, err->text);
	else if (!rc && attached_cnt(c->attached) > before)
		log_warning(
			"process %d runs a perl that was not prepared for: what it did until now is "
			"not in its profile",
			pid);
}

void children_execed(const struct children *c, const struct event *ev)
{
	pid_t pid = (pid_t)ev->tgid;
	struct error err;
	int before = attached_cnt(c->attached);
	int rc = attached_add_process(c->attached, pid, &err);

	say_unprepared(c, pid, rc, before, &err);
}

/* It runs, and hits no probe until it has its own: the sooner, the less is missing. */
void children_forked(struct children *c, const struct event *ev)
{
	pid_t parent = (pid_t)ev->tgid, child = (pid_t)ev->arg;
	struct error err;
	int before = attached_cnt(c->attached), rc;
	uint64_t ns;

	if (!c->each)
		return;
	rc = attached_add_child(c->attached, parent, child, &err);
	say_unprepared(c, child, rc, before, &err);
	if (rc)
		return;
	ns = mono_ns() - ev->ns;
	if (ns > c->most_ns)
		c->most_ns = ns;
	log_verbose("process %d, forked by %d: attached to after %.1f ms", child, parent,
		    (double)ns / 1e6);
}

void children_say_late(const struct children *c)
{
	if (c->most_ns)
		log_warning("forked processes were attached to up to %.1f ms after their forks: "
			    "what they ran until then is not in their profiles",
			    (double)c->most_ns / 1e6);
}
