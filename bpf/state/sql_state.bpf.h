/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The calls of database libraries that an interpreter has under way: see sql/calls.bpf.h. */
#ifndef NYTPROF_STATE_SQL_STATE_BPF_H
#define NYTPROF_STATE_SQL_STATE_BPF_H

#include "nytprof/sql.h"
#include "kernel/kernel.bpf.h"

#define SQL_ARGS 6

struct sql_open {
	u64 sp; /* stack pointer when it was called */
	u64 start_ns; /* wall clock */
	u64 waited_ns; /* for a processor, up to then */
	u64 events; /* of perl's, up to then */
	u64 args[SQL_ARGS];
	u32 function;
	u32 place_cnt; /* 0: not looked for */
	struct sql_place places[SQL_PLACES];
};

struct sql_state {
	struct sql_open open[SQL_NESTED]; /* the outermost first */
	u32 depth;
	u32 pad;
	struct sql_handle handle; /* from here on it is memory to work in */
	struct sql_known known;
	struct sql_event event;
	u64 name[SQL_NAME_MAX / 8];
};

#endif
