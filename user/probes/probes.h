/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The probed perls: their images, and the BPF objects made for them. The objects share maps. */
#ifndef NYTPROF_PROBES_H
#define NYTPROF_PROBES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

#include "nytprof/interp.h"
#include "nytprof/malloc.h"
#include "nytprof/sql.h"
#include "probes/members.h"

struct probes;
struct error;
struct interp;
struct kernel;
struct loan;
struct maps;
struct object_misses;
struct options;
struct perl_image;

/* kernel and options must outlive it.  NULL: no memory. */
struct probes *probes_new(const struct kernel *kernel, const struct options *options);
void probes_free(struct probes *a);

/*
 * Records only followed processes, of all that hit a probe. cnt: how many there are at the begin; 0: a
 * few. Call it before the first image.
 */
void probes_only_followed(struct probes *a, size_t cnt);

/*
 * Decides whether nops and returns are probed, once the kernel is known. Call it before the agent
 * looks at any image.
 */
void probes_know_kernel(struct probes *a);

/*
 * Does what any perl needs, while nobody knows it yet. For a command; after all that says what is
 * recorded. loan: programs that another agent offers, taken over; NULL: there are none.
 */
void probes_get_ready(struct probes *a, struct loan *loan);

/* Offers the programs of the first perl (object_lend()). True: they must not be used any more. */
bool probes_lend(const struct probes *a, int connection);

/*
 * Loads the programs for a perl, and takes over the image. Returns the number of the image, the
 * same one for the same perl, or -errno.
 */
int probes_add(struct probes *a, struct perl_image *image, struct error *err);

/*
 * Attaches the programs of an image, as object_attach() does. whole: for all processes that map the
 * file.
 */
int probes_attach(struct probes *a, int image, pid_t pid, int file, struct error *err);

/* Attaches the programs of an image once for all processes that map it now or later. */
int probes_attach_everybody(struct probes *a, int image, struct error *err);

/* Does an image's file still have a name? */
bool probes_file_exists(const struct probes *a, int image);

/* Detaches an image that no process maps any more. */
void probes_drop(struct probes *a, int image);

/*
 * In sample mode. The ticks find every process that executes the file with these numbers of the
 * kernel's: it is the image, or the image by another name.
 */
int probes_sample_file(struct probes *a, int image, dev_t dev, uint64_t ino, struct error *err);
void probes_forget_file(struct probes *a, dev_t dev, uint64_t ino);

/*
 * In sample mode: a process has the image's code at that address. False: that was known, or it
 * can't be sampled.
 */
bool probes_sample_process(struct probes *a, int image, pid_t pid, uint64_t start);
void probes_forget_process(struct probes *a, pid_t pid);

/*
 * Attaches to all perls that a process has mapped, unless that was done. -errno as process_perls().
 */
int probes_add_process(struct probes *a, pid_t pid, struct error *err);

/* The same for a child that was forked just now. It has the same perls as its parent. */
int probes_add_child(struct probes *a, pid_t parent, pid_t child, struct error *err);

/* Loads the programs for the perls of a process, and attaches nothing. -errno as process_perls(). */
int probes_prepare(struct probes *a, pid_t pid, struct error *err);

/* The same for the perl that a command would run. -ENOENT with err set: it has none. */
int probes_prepare_command(struct probes *a, const char *name, struct error *err);

/*
 * A process switches between C stacks: return probes would kill it. From now on it has none, and a
 * builtin ends at the next event. This holds for that process if the kernel has uprobe sessions,
 * else for all. pid: 0 for any process that is not recorded.
 */
void probes_spare_returns(struct probes *a, pid_t pid);
bool probes_spares_returns(const struct probes *a); /* in all processes */

/*
 * To be called behind probes_spare_returns() for a process that is recorded: no statements of it are any
 * more. False: this comes too early, before the first perl is known.
 */
bool probes_spare_sql(struct probes *a, pid_t pid);

/*
 * Probes a database library, as object_attach_sql() does. There must be a perl. -ENOTSUP also once all
 * return probes are gone, without sessions.
 */
int probes_attach_sql(struct probes *a, int file, const uint64_t offsets[SQL_FUNCTIONS],
		      struct error *err);

/*
 * Probes the C library's allocator for one process, by the programs of all perls from the one of
 * this number on: see object_attach_malloc().
 */
int probes_attach_malloc(struct probes *a, int file, pid_t pid, int from,
			 const uint64_t offsets[MALLOC_FUNCTIONS], struct error *err);
void probes_detach_malloc(struct probes *a, pid_t pid);
int probes_malloc_programs(const struct probes *a); /* how many perls have such programs */

/* Calls heed once, before return probes are limited to a process for the first time. */
void probes_before_limited(struct probes *a, void (*heed)(void *arg), void *arg);

/* Have the processes that are attached to by pid shared links (sharing.h)? */
bool probes_are_shared(const struct probes *a);

/* Is it the file of a perl that was added? */
bool probes_know_file(const struct probes *a, dev_t dev, ino_t ino);

/* The maps of the first object. There must be one. */
void probes_maps(const struct probes *a, struct maps *maps);

/* Attaches the tracepoints of processes, for all objects, now and later. */
int probes_attach_tracepoints(struct probes *a, struct error *err);

/* In sample mode: to be called ten times a second, see ticks_stir(). */
void probes_stir(struct probes *a);

unsigned probes_files(const struct probes *a); /* that are probed now */
int probes_cnt(const struct probes *a);
/* One of the perls that report this build. They are all alike. */
const struct perl_image *probes_image(const struct probes *a, unsigned build);

/*
 * Did the process run before the agent attached, or may it have? No, if its probes are in the
 * private copies of a command's perls.
 */
bool probes_is_late(const struct probes *a, const struct interp *in);

/* Closes the open calls of an interpreter, from outside. how: END_STOP or END_UNSEEN. */
void probes_close_interp(struct probes *a, const struct interp *in, enum interp_end how);

/* See object_count_misses(); all are 0 as long as there is no perl. */
void probes_count_misses(const struct probes *a, struct object_misses *m);

void probes_detach(struct probes *a);

/* The same when nobody is left who is recorded: nobody waits until all links are gone. */
void probes_leave(struct probes *a);

/* Who loses detail together: a process that has probes of its own, or all of a build. */
struct subject {
	pid_t pid; /* 0: none */
	unsigned build;
};

/* Whom an interpreter belongs to. */
struct subject detail_subject(const struct probes *a, const struct interp *in);

/*
 * Lowers the detail. It takes away the probes; then cut is called, which shall call
 * detail_cut_interp() for each interpreter of the subject; then the subject gets its new probes. at_ns
 * (of the recording's clock): set to the time at which the first probe was taken away. -errno with
 * err set: the subject has no probes any more.
 */
int detail_lower(struct probes *a, const struct subject *s, enum detail to, uint64_t *at_ns,
		 void (*cut)(uint64_t at_ns, void *arg), void *arg, struct error *err);

/* A window is about to open, or has closed: object_window_interp(). */
void detail_window_interp(struct probes *a, const struct interp *in);

/*
 * Closes what an interpreter had open at that time, or in a window (object_cut_interp()). ends: it
 * will not be recorded any more.
 */
void detail_cut_interp(struct probes *a, const struct interp *in, uint64_t at_ns, bool ends);

/*
 * Takes away the probes of all who are recorded; who comes later gets none either. Then none of their
 * programs runs any more.
 */
void detail_off(struct probes *a);

/* Gives them back. -errno with err set. */
int detail_on(struct probes *a, struct error *err);

/* How long it took to set the probes of processes so far, and to remove all of them. */
void probes_took(const struct probes *a, uint64_t *set_ns, uint64_t *removed_ns);

#endif
