/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What the agent reads and writes of the BPF side. All objects share one set of maps. */
#ifndef NYTPROF_OBJECT_MAPS_H
#define NYTPROF_OBJECT_MAPS_H

struct object;

/* The maps, as file descriptors. The first object owns them. */
struct maps {
	int stmts; /* the outer map, whose inner map is swapped */
	int stmts_first;
	int slots; /* as stmts */
	int slots_first;
	int calls;
	int calls_first;
	unsigned hot_entries; /* that the maps of statements and of calls have room for */
	int btf; /* their types; -1: none */
	int pressures;
	int interps;
	int strings;
	int usages;
	int budgets;
	int subs;
	int evals; /* as stmts */
	int evals_first;
	int eval_subs; /* as stmts */
	int eval_subs_first;
	int defined; /* as stmts */
	int defined_first;
	int parts;
	int sub_lines;
	int cwds;
	int controls;
	int shadows;
	int frames;
	int targets;
	int switchers;
	int sampled;
	int sampled_files;
	int no_returns;
	int filters;
	int cgroups;
	int events;
	int alarms;
	int slow_calls;
	int sql_events; /* -1: no SQL statements are recorded */
	int slow_budgets;
	int losses;
	int waits; /* as stmts */
	int waits_first;
	int call_waits; /* as stmts */
	int call_waits_first;
	int kevents; /* as stmts */
	int kevents_first;
	int malloc_lives;
	int wait_names;
	int waitings; /* -1: no waits are recorded */
	int processor; /* emptied by deleting */
	int charge_waits; /* not a map: the program that charges waits that go on; -1: none */
	int wind_up; /* not a map: the program that closes what an end left open, */
	int note; /* and the one that notes the cost of a living interpreter */
};

/* To be called on the first object. */
void object_maps(const struct object *object, struct maps *maps);

#endif
