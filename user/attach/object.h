/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The BPF side: an object for each layout of perls. All objects share one set of maps. */
#ifndef NYTPROF_OBJECT_H
#define NYTPROF_OBJECT_H

#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

#include "nytprof/group_names.h"
#include "nytprof/malloc.h"
#include "nytprof/sites.h"
#include "nytprof/sql.h"

struct error;
struct kernel;
struct loan;
struct object;
struct perl_image;
struct sched_state;
struct tracepoint;

struct object_config {
	bool want_stmts;
	bool want_calls;
	int slowops; /* 0 none, 1 as CORE::op, 2 as Package::CORE:op */
	bool want_blocks; /* lines of blocks and subs with each statement */
	bool want_leave; /* time after a call or a block counts for its statement */
	bool want_source; /* of string evals */
	bool filtered; /* excludes processes by the maps filters and targets */
	bool only_targets; /* records only processes that are in the map targets */
	bool by_user; /* each user has a budget of map entries */
	bool many; /* several processes at once: room for the subs that each of them knows */
	unsigned build; /* reported with each interpreter */
	unsigned start; /* enum start */
	int forkdepth;
	bool boot_clock;
	bool empty; /* the probes do nothing */
	bool budgeted; /* a process may get other probes while it runs: object_cut_interp() */
	bool bursts; /* nothing is recorded while no window is open */
	bool sessions; /* see struct kernel; not with links that are limited to a process */
	bool off_cpu; /* waits are recorded, */
	unsigned off_cpu_min_ns; /* those shorter than this without their place */
	unsigned group_arg; /* see struct settings. Not in sample mode */
	unsigned group_cnt;
	struct group_name group_names[GROUP_NAMES];
	uint64_t slow_ns; /* calls that took longer are told; 0: none. Not in sample mode */
	uint64_t long_ns; /* sample mode: calls that are open for longer are told; 0: none */
	bool sql; /* statements for databases are told; not in sample mode */
	bool sql_sessions; /* as .sessions, for these */
	unsigned kevents; /* KEVENT_BIT() of the events of the kernel that are counted */
	const struct tracepoint *tracepoints; /* among these; they stay as long as the object */
	unsigned tracepoint_cnt;
	unsigned sample_rate; /* ticks a second that take the place of all probes; 0: none do */
	bool sample_own; /* the samples of a statement are kept by sub; not with want_blocks */
};

/*
 * Begins the first object before its perl is known: makes the maps, unless programs that need a
 * perl come with them. NULL with errno.
 */
struct object *object_prepare(const struct kernel *kernel, const struct object_config *config);

/*
 * The same with the programs and maps that another agent offers, which is taken over: object_new() takes
 * them if they are what is needed.
 */
struct object *object_borrow(const struct kernel *kernel, const struct object_config *config,
			     struct loan *loan);

/* Offers the object's programs and maps (loan_offer()). True: it must not be used any more. */
bool object_lend(const struct object *object, int connection);

/*
 * Loads the programs for perls like this image. first: NULL for the first object, which also has
 * the programs for exec and exit. Later objects use its maps. prepared: by object_prepare() or
 * object_borrow() with the same config, and taken over in any case; NULL: nothing is.
 */
struct object *object_new(struct object *prepared, const struct perl_image *image,
			  const struct kernel *kernel, const struct object_config *config,
			  const struct object *first, struct error *err);
void object_free(struct object *object);

/*
 * Also loads programs that record no statements, for object_attach_lesser(). first: never NULL. They
 * know the interpreters that the object's own programs have met. -errno with err set.
 */
int object_add_lesser(struct object *object, const struct perl_image *image,
		      const struct object_config *config, const struct object *first,
		      struct error *err);

/* Can the image be attached with this object? With the same config. */
bool object_fits(const struct object *object, const struct perl_image *image);

/* Prints (log_verbose, log_probe) the probes of an image and their places. */
void object_describe(const struct object *object, const struct perl_image *image);

/*
 * Attaches the tracepoints of processes, and begins to sample; once. To be called before a process
 * can run under the probes.
 */
int object_attach_tracepoints(struct object *object, struct error *err);

/* In sample mode: to be called ten times a second, see ticks_stir(). */
void object_stir(struct object *object);

/*
 * How often the kernel did not run the programs of processes. A program is left out while it runs
 * on the same processor (kernel/trace/bpf_trace.c, __bpf_trace_run). Up to Linux 6.x nothing can
 * interrupt it there. From 7.0 on another task can.
 */
struct object_misses {
	uint64_t forks;
	uint64_t execs;
	uint64_t exits;
};

/* To be called on the first object. Kernels before 5.12 do not count them: all are 0. */
void object_count_misses(const struct object *object, struct object_misses *m);

/*
 * Attaches every probe of an image for one process, or (pid 0) for all that map its inode. If file
 * is not negative, it is an open file to probe instead: a private copy of the image.
 */
int object_attach(struct object *object, const struct perl_image *image, pid_t pid, int file,
		  struct error *err);

/* The same, of some places. */
enum attach_part {
	ATTACH_ENTRIES, /* all but the next */
	ATTACH_RETURNS, /* the returns of builtins */
	ATTACH_ALL,
};
int object_attach_parts(struct object *object, const struct perl_image *image, pid_t pid, int file,
			enum attach_part part, struct error *err);

/* The same without statements, as object_add_lesser() has prepared it. */
int object_attach_lesser(struct object *object, const struct perl_image *image, pid_t pid, int file,
			 struct error *err);

/*
 * Probes the functions of a database library, in all processes that map its file. offsets: of the
 * functions in it; 0: it has none. To be called on the first object, with .sql. -ENOTSUP with err
 * set: there must be no return probes, and there are no sessions.
 */
int object_attach_sql(struct object *object, int file, const uint64_t offsets[SQL_FUNCTIONS],
		      struct error *err);

/*
 * Probes the C library of a process, as malloc_links_add() does. When return probes go, these go,
 * too; -ENOTSUP from then on.
 */
int object_attach_malloc(struct object *object, int file, pid_t pid,
			 const uint64_t offsets[MALLOC_FUNCTIONS], struct error *err);
void object_detach_malloc(struct object *object, pid_t pid);

/* Detaches all probes. When it returns, none of their programs runs any more. The maps stay. */
void object_detach(struct object *object);

/* Detaches the return probes of several objects. object_attach() attaches no further ones. */
void objects_detach_returns(struct object **objects, size_t cnt);

/* Detaches the probes of one process, */
void object_detach_process(struct object *object, pid_t pid);
/* or of one image. */
void object_detach_image(struct object *object, const struct perl_image *image);
void object_detach_perls(struct object *object); /* of all images */

/*
 * Closes the open statement and calls of an interpreter. To be called on the first object, after
 * object_detach(), or (how: END_UNSEEN) when its process has ended. how: enum interp_end. -errno.
 */
int object_close_interp(const struct object *object, uint64_t base, uint32_t tgid, uint32_t how);

/*
 * A window of --mode=burst, which is in the map of controls, is about to open, or has closed.
 * wall_ns: now. To be called on the first object. -errno.
 */
int object_window_interp(const struct object *object, uint64_t base, uint32_t tgid,
			 uint64_t wall_ns, const struct sched_state *main_thread);

/*
 * Closes the open statement and calls of a living interpreter as of wall_ns, before it gets other
 * probes. delay_ns: how long the main thread had to wait for a processor; 0: not known. To be
 * called on the first object, when the old probes are gone. Behind a window of --mode=burst it does
 * so as of the first event there, if there was one. -errno.
 */
int object_cut_interp(const struct object *object, uint64_t base, uint32_t tgid, uint64_t wall_ns,
		      uint64_t delay_ns);

/* Does this recording probe such sites? */
bool object_probes(const struct object *object, enum site_id site);

#endif
