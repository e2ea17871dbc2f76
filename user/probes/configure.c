// SPDX-License-Identifier: GPL-2.0-or-later
/* From the options of a recording to what its BPF programs are to do. */
#include "options/options.h"
#include "probes/group_names.h"
#include "probes/probes_parts.h"

/* .build: profiles say which perl it was, and user space knows it by its programs. */
void probes_configure(const struct probes *a, struct object_config *config)
{
	*config =
		(struct object_config){ .want_stmts = a->options->nytprof.stmts,
					.want_calls = a->options->nytprof.subs,
					.want_blocks = a->options->nytprof.blocks,
					.slowops = a->options->nytprof.slowops,
					.want_leave = a->options->nytprof.leave,
					.want_source = a->options->nytprof.savesrc,
					.only_targets = a->only_followed,
					.filtered = options_may_filter(a->options),
					.by_user = a->options->all.on,
					.many = a->options->all.on || a->many,
					.start = a->options->nytprof.start,
					.forkdepth = options_forkdepth(a->options),
					.boot_clock = a->options->nytprof.clock == CLOCK_BOOTTIME,
					.empty = a->options->empty_probes,
					.budgeted = a->options->overhead > 0,
					.bursts = a->options->burst,
					.sessions = a->sessions,
					.off_cpu = options_off_cpu(a->options),
					.off_cpu_min_ns = (unsigned)(a->options->off_cpu_min * 1e9),
					.sample_rate = options_rate(a->options),
					.group_arg = a->options->group.arg,
					.group_cnt = a->options->group.cnt,
					.slow_ns = slow_options_least(&a->options->slow),
					.sql = a->options->sql,
					.sql_sessions = a->sql_sessions,
					.kevents = a->options->event.events,
					.tracepoints = a->options->event.tracepoints,
					.tracepoint_cnt = a->options->event.tracepoint_cnt,
					.long_ns = (uint64_t)(a->options->trace.open * 1e9),
					.sample_own = a->options->live,
					.build = (unsigned)a->object_cnt };
	group_names_fill(config->group_names, &a->options->group);
}
