/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Where a profile comes from, for those who look at many of them: nytprof-bpf list, report. */
#ifndef NYTPROF_FACTS_H
#define NYTPROF_FACTS_H

#include <stdbool.h>

struct tracee;

/*
 * Sets the attributes agent_host, agent_command, agent_unit, agent_uid, agent_pid, agent_wall_us
 * and agent_top_sub (by exclusive time) of the profile, as far as they are known. source: false leaves
 * the command out, whose -e is source. -ENOMEM.
 */
int facts_set(struct tracee *t, bool source);

#endif
