// SPDX-License-Identifier: GPL-2.0-or-later
#include "attach/extras.h"

#include <bpf/libbpf.h>
#include <unistd.h>

#include "attach/kevents.h"
#include "attach/malloc_links.h"
#include "attach/object.h"
#include "nytprof/group_names.h"
#include "nytprof/kevents.h"
#include "nytprof/limits.h"
#include "nytprof/perl_layout.h"
#include "nytprof/sampled.h"
#include "nytprof/settings.h"
#include "nytprof.skel.h"

/* The map of sums is allocated at once, and the object of each perl has its own program. */
static void choose_waits(struct nytprof_bpf *part, const struct object_config *config, bool first)
{
	bpf_program__set_autoload(part->progs.wait_switch, config->off_cpu);
	bpf_program__set_autoload(part->progs.wait_exit, config->off_cpu && first);
	bpf_program__set_autoload(part->progs.wait_exec, config->off_cpu && first);
	bpf_program__set_autoload(part->progs.wait_wakeup, config->off_cpu && first);
	bpf_program__set_autoload(part->progs.wait_charge_all, config->off_cpu && first);
	if (config->off_cpu || !first)
		return;
	bpf_map__set_max_entries(part->maps.waits_first, 1);
	bpf_map__set_max_entries(part->maps.call_waits_first, 1);
	bpf_map__set_max_entries(part->maps.waitings, 1);
	if (!(config->kevents & (KEVENT_BIT(KEVENT_FILE) | KEVENT_BIT(KEVENT_LOCK))))
		bpf_map__set_max_entries(part->maps.wait_names, 1);
}

static void choose_slow(struct nytprof_bpf *part, const struct object_config *config)
{
	if (config->slow_ns)
		return;
	bpf_map__set_max_entries(part->maps.slow_calls, (uint32_t)sysconf(_SC_PAGESIZE));
	bpf_map__set_max_entries(part->maps.slow_pages, 1);
	bpf_map__set_max_entries(part->maps.slow_messages, 1);
}

/* The maps of SQL statements are allocated at once, too. */
static void choose_sql(struct nytprof_bpf *part, const struct object_config *config)
{
	bpf_program__set_autoload(part->progs.sql_enter, config->sql && !config->sql_sessions);
	bpf_program__set_autoload(part->progs.sql_leave, config->sql && !config->sql_sessions);
	bpf_program__set_autoload(part->progs.sql_session, config->sql && config->sql_sessions);
	if (config->sql)
		return;
	bpf_map__set_max_entries(part->maps.sql_states, 1);
	bpf_map__set_max_entries(part->maps.sql_handles, 1);
	bpf_map__set_max_entries(part->maps.sql_events, (uint32_t)sysconf(_SC_PAGESIZE));
}

static void allocate_at_once(struct bpf_map *map, unsigned entries)
{
	bpf_map__set_map_flags(map, 0);
	bpf_map__set_max_entries(map, entries);
}

/*
 * A tick is an interrupt: it finds no more memory than the few elements that the kernel has at hand
 * for a map that is not allocated at once (kernel/bpf/memalloc.c, 6.1 and later).  So the maps that
 * it may add many elements to are.
 */
static void prepare_maps(struct nytprof_bpf *part)
{
	allocate_at_once(part->maps.stmts_first, SAMPLE_HOT);
	allocate_at_once(part->maps.calls_first, SAMPLE_HOT);
	allocate_at_once(part->maps.frames, SAMPLE_PAGES);
}

void extras_size_maps(struct nytprof_bpf *first, const struct object_config *config)
{
	choose_slow(first, config);
	if (config->sample_rate)
		prepare_maps(first);
	else if (!bpf_map__set_max_entries(first->maps.sampled, 1))
		bpf_map__set_max_entries(first->maps.processor, 1);
	if (config->many)
		bpf_map__set_max_entries(first->maps.cvs, CVS_OF_MANY);
}

void extras_choose(struct nytprof_bpf *part, const struct kernel *kernel,
		   const struct object_config *config, bool first)
{
	const unsigned kevents = first || config->sample_rate ? config->kevents : 0;

	choose_waits(part, config, first);
	kevents_choose(part, kevents, first);
	malloc_links_choose(part, kernel, kevents & KEVENT_BIT(KEVENT_MALLOC), first);
	if (first)
		choose_sql(part, config);
}
