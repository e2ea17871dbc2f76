/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The BPF side, one object for each layout of perls: new, attach, free.  All objects share one
 * set of maps.
 */
#ifndef NYTPROF_OBJECT_H
#define NYTPROF_OBJECT_H

#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

#include "nytprof/sites.h"

struct error;
struct kernel;
struct object;
struct perl_image;

/* What user space reads and writes, as file descriptors; owned by the first object. */
struct maps {
	int stmts; /* the outer map, whose inner one is exchanged */
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
	int losses;
	int wind_up; /* no map: the program that closes what an end has left open, */
	int note; /* and the one that says what a living interpreter took */
};

struct object_config {
	bool want_stmts;
	bool want_calls;
	int slowops; /* 0 none, 1 as CORE::op, 2 as Package::CORE:op */
	bool want_blocks; /* lines of blocks and subs with each statement */
	bool want_leave; /* the time of statements behind what interrupted them */
	bool want_source; /* of string evals */
	bool filtered; /* not those that the maps filters and targets leave out */
	bool only_targets; /* of the processes that hit a probe, only those in the targets map */
	bool by_user; /* each user has a budget of what the maps hold */
	bool many; /* processes at once: room for the subs that each of them knows */
	unsigned build; /* reported with each interpreter */
	unsigned start; /* enum start */
	int forkdepth;
	bool boot_clock;
	bool empty; /* the probes do nothing */
	bool sessions; /* see struct kernel; not with links that are limited to a process */
	unsigned sample_rate; /* ticks a second that take the place of all probes; 0: none do */
};

/*
 * Loads the programs for perls like this image.  first: NULL for the first object, which also has the
 * programs for exec and exit; later ones take its maps.
 */
struct object *object_new(const struct perl_image *image, const struct kernel *kernel,
			  const struct object_config *config, const struct object *first,
			  struct error *err);
void object_free(struct object *object);

/* Can the image be attached with it?  With the same config, that is. */
bool object_fits(const struct object *object, const struct perl_image *image);

/* Says (log_verbose, log_probe) what is probed of an image, and where. */
void object_describe(const struct object *object, const struct perl_image *image);

/*
 * Attaches the tracepoints of processes, and begins to sample; once, before any process can run
 * under the probes.
 */
int object_attach_tracepoints(struct object *object, struct error *err);

/*
 * Attaches every probe of an image: for one process, or (pid 0) for all that map the image's inode, or
 * that of the file open as file if that is not negative (a private copy of it).
 */
int object_attach(struct object *object, const struct perl_image *image, pid_t pid, int file,
		  struct error *err);

/* Detaches all probes; when it returns, none of their programs runs any more.  The maps stay. */
void object_detach(struct object *object);

/* Detaches the return probes of several; object_attach will attach no more of them. */
void objects_detach_returns(struct object **objects, size_t cnt);

/* Detaches what object_attach attached for one process, */
void object_detach_process(struct object *object, pid_t pid);
/* or of one image. */
void object_detach_image(struct object *object, const struct perl_image *image);

/*
 * Closes the open statement and calls of an interpreter, after object_detach: of the first
 * object.  -errno.
 */
int object_close_interp(const struct object *object, uint64_t base, uint32_t tgid);

/* Are such places probed, or do the options of this recording do without? */
bool object_probes(const struct object *object, enum site_id site);

void object_maps(const struct object *object, struct maps *maps);

#endif
