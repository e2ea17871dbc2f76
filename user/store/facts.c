// SPDX-License-Identifier: GPL-2.0-or-later
#include "store/facts.h"

#include <errno.h>
#include <stdlib.h>
#include <sys/utsname.h>

#include "figures/sums.h"
#include "inspect/cgroup_path.h"
#include "profile/profile.h"
#include "tracee/tracee.h"
#include "util/cleanup.h"

static int set_top_sub(struct profile *p)
{
	struct profile_counts *sums __cleanup(free_ptr) = sub_sums(p);
	size_t top = p->sub_cnt, i;

	if (!sums)
		return -ENOMEM;
	for (i = 0; i < p->sub_cnt; i++) {
		if (p->subs[i]->called &&
		    (top == p->sub_cnt || sums[i].excl_ns > sums[top].excl_ns))
			top = i;
	}
	return top == p->sub_cnt ? 0 :
				   profile_set_attr(p, "agent_top_sub", "%s", p->subs[top]->name);
}

int facts_set(struct tracee *t, bool source)
{
	struct profile *p = t->profile;
	struct cgroup_name unit;
	struct utsname host;
	int rc = 0;

	if (!uname(&host))
		rc = profile_set_attr(p, "agent_host", "%s", host.nodename);
	if (source && t->command && *t->command)
		rc = rc ?: profile_set_attr(p, "agent_command", "%s", t->command);
	if (*t->comm)
		rc = rc ?: profile_set_attr(p, "agent_comm", "%.*s", (int)sizeof(t->comm), t->comm);
	if (t->cgroup)
		rc = rc ?: profile_set_attr(p, "agent_cgroup", "%s", t->cgroup);
	if (t->cgroup && cgroup_unit(t->cgroup, &unit))
		rc = rc ?: profile_set_attr(p, "agent_unit", "%.*s", (int)unit.len, unit.text);
	rc = rc ?: profile_set_attr(p, "agent_uid", "%u", t->user);
	rc = rc ?: profile_set_attr(p, "agent_pid", "%u", t->tgid);
	if (p->end > p->start)
		rc = rc ?: profile_set_attr(p, "agent_wall_us", "%.0f", (p->end - p->start) * 1e6);
	return rc ?: set_top_sub(p);
}
