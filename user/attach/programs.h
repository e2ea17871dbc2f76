/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Chooses and loads the BPF programs for one layout of perls.
 *
 * The verifier takes most of the agent's start, one program after the other, on one processor. So
 * the programs are in several BPF objects with one set of maps, and a thread loads each object.
 * More objects than this are no gain on two processors, and two programs are large.
 */
#ifndef NYTPROF_PROGRAMS_H
#define NYTPROF_PROGRAMS_H

#include <stdbool.h>

#include "attach/links.h"
#include "nytprof/sites.h"

struct kernel;
struct loan;
struct nytprof_bpf;
struct object_config;
struct perl_image;

#define PROGRAMS_PARTS 2

/* Programs that have no place in perl: those at tracepoints, and those that the agent runs. */
enum task_program {
	TASK_FORK,
	TASK_EXEC, /* these of the first object only */
	TASK_EXIT,
	TASK_CLOSE,
	TASK_CUT,
	TASK_WINDOW, /* only for bursts */
	TASK_WIND_UP,
	TASK_NOTE,
	TASK_LOOK, /* looks at stacks: of samples only, and of each object */
	TASK_PROGRAMS,
};

/* At the functions of database libraries: see include/nytprof/sql.h. */
enum sql_program {
	SQL_ENTER,
	SQL_LEAVE,
	SQL_PROGRAMS,
};

struct programs {
	struct nytprof_bpf *parts[PROGRAMS_PARTS + 1]; /* the first has the maps, */
	unsigned cnt;
	bool has_maps; /* which are there already */
	unsigned special; /* the part with the programs of waits, events, SQL and ticks */
	struct nytprof_bpf__rodata *rodata; /* what all parts know, its own */
	bool places[SITE_CNT]; /* that the perls have, */
	bool used[SITE_CNT]; /* and that are probed, */
	struct program at[SITE_CNT]; /* with these programs; several may have one */
	bool sessions; /* see struct object_config, */
	bool sql_sessions; /* and here */
	struct program tasks[TASK_PROGRAMS]; /* fd -1: it has none */
	struct program sql[SQL_PROGRAMS]; /* likewise; of the first object only */
	struct loan *loan; /* NULL: nobody offers any */
	int types; /* descriptor of those of keys and values; of the first object only; -1: none */
};

/*
 * Does what needs no perl of programs_load(), which does it otherwise: opens the parts, and makes
 * the maps if a part has nothing else. Arguments and result as there.
 */
int programs_prepare(struct programs *p, const struct kernel *kernel,
		     const struct object_config *config, const struct programs *first);

/*
 * The same with what another agent offers (loan.h), which is taken over. programs_load() takes that if
 * it is what this recording needs; else it begins anew. -errno; then call programs_close().
 */
int programs_borrow(struct programs *p, const struct kernel *kernel,
		    const struct object_config *config, struct loan *loan);

/*
 * Loads the programs that this recording needs. first: NULL for the agent's first programs, which
 * also include those for exec and exit. Later ones use its maps. -errno; call programs_close() in
 * any case.
 */
int programs_load(struct programs *p, const struct perl_image *image, const struct kernel *kernel,
		  const struct object_config *config, const struct programs *first);
void programs_close(struct programs *p);

/* Would the same programs be loaded for this image? With the same config. */
bool programs_fit(const struct programs *p, const struct perl_image *image);

#endif
