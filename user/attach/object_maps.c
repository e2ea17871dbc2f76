// SPDX-License-Identifier: GPL-2.0-or-later
#include "attach/object_maps.h"

#include <bpf/libbpf.h>

#include "attach/object_parts.h"
#include "nytprof/perl_layout.h"
#include "nytprof/settings.h"
#include "nytprof.skel.h"

/* Of waits and SQL: -1 if nobody asks for them. */
static void set_special(const struct object *object, struct maps *maps)
{
	const struct nytprof_bpf *skel = object->programs.parts[0];
	const struct nytprof_bpf *special = object->programs.parts[object->programs.special];

	maps->sql_events = bpf_program__autoload(special->progs.sql_enter) ||
					   bpf_program__autoload(special->progs.sql_session) ?
				   bpf_map__fd(skel->maps.sql_events) :
				   -1;
	maps->charge_waits = bpf_program__autoload(special->progs.wait_charge_all) ?
				     bpf_program__fd(special->progs.wait_charge_all) :
				     -1;
	maps->waitings = maps->charge_waits < 0 ? -1 : bpf_map__fd(skel->maps.waitings);
}

void object_maps(const struct object *object, struct maps *maps)
{
	const struct nytprof_bpf *skel = object->programs.parts[0];

	maps->stmts = bpf_map__fd(skel->maps.stmts);
	maps->stmts_first = bpf_map__fd(skel->maps.stmts_first);
	maps->slots = bpf_map__fd(skel->maps.slots);
	maps->slots_first = bpf_map__fd(skel->maps.slots_first);
	maps->calls = bpf_map__fd(skel->maps.calls);
	maps->calls_first = bpf_map__fd(skel->maps.calls_first);
	maps->hot_entries = bpf_map__max_entries(skel->maps.calls_first);
	maps->btf = object->programs.types;
	maps->pressures = bpf_map__fd(skel->maps.pressures);
	maps->interps = bpf_map__fd(skel->maps.interps);
	maps->strings = bpf_map__fd(skel->maps.strings);
	maps->budgets = bpf_map__fd(skel->maps.budgets);
	maps->usages = bpf_map__fd(skel->maps.usages);
	maps->subs = bpf_map__fd(skel->maps.subs);
	maps->evals = bpf_map__fd(skel->maps.evals);
	maps->evals_first = bpf_map__fd(skel->maps.evals_first);
	maps->eval_subs = bpf_map__fd(skel->maps.eval_subs);
	maps->eval_subs_first = bpf_map__fd(skel->maps.eval_subs_first);
	maps->defined = bpf_map__fd(skel->maps.defined);
	maps->defined_first = bpf_map__fd(skel->maps.defined_first);
	maps->parts = bpf_map__fd(skel->maps.parts);
	maps->sub_lines = bpf_map__fd(skel->maps.sub_lines);
	maps->cwds = bpf_map__fd(skel->maps.cwds);
	maps->controls = bpf_map__fd(skel->maps.controls);
	maps->shadows = bpf_map__fd(skel->maps.shadows);
	maps->frames = bpf_map__fd(skel->maps.frames);
	maps->targets = bpf_map__fd(skel->maps.targets);
	maps->sampled = bpf_map__fd(skel->maps.sampled);
	maps->sampled_files = bpf_map__fd(skel->maps.sampled_files);
	maps->switchers = bpf_map__fd(skel->maps.switchers);
	maps->no_returns = bpf_map__fd(skel->maps.no_returns);
	maps->filters = bpf_map__fd(skel->maps.filters);
	maps->cgroups = bpf_map__fd(skel->maps.cgroups);
	maps->events = bpf_map__fd(skel->maps.events);
	maps->alarms = bpf_map__fd(skel->maps.alarms);
	maps->slow_calls = bpf_map__fd(skel->maps.slow_calls);
	maps->slow_budgets = bpf_map__fd(skel->maps.slow_budgets);
	maps->losses = bpf_map__fd(skel->maps.losses);
	maps->waits = bpf_map__fd(skel->maps.waits);
	maps->waits_first = bpf_map__fd(skel->maps.waits_first);
	maps->call_waits = bpf_map__fd(skel->maps.call_waits);
	maps->call_waits_first = bpf_map__fd(skel->maps.call_waits_first);
	maps->kevents = bpf_map__fd(skel->maps.kevents);
	maps->kevents_first = bpf_map__fd(skel->maps.kevents_first);
	maps->malloc_lives = bpf_map__fd(skel->maps.malloc_lives);
	maps->processor = bpf_map__fd(skel->maps.processor);
	maps->wait_names = bpf_map__fd(skel->maps.wait_names);
	set_special(object, maps);
	maps->wind_up = object->programs.tasks[TASK_WIND_UP].fd;
	maps->note = object->programs.tasks[TASK_NOTE].fd;
}
