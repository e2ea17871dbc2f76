/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The perls that are attached: their images, and the BPF objects made for them, which share maps. */
#ifndef NYTPROF_PROBES_H
#define NYTPROF_PROBES_H

#include <stdbool.h>
#include <sys/types.h>

struct probes;
struct error;
struct interp;
struct kernel;
struct maps;
struct options;
struct perl_image;

/* kernel and options must outlive it.  NULL: no memory. */
struct probes *probes_new(const struct kernel *kernel, const struct options *options);
void probes_free(struct probes *a);

/* Of the processes that hit a probe, only those that are followed; many: more than one.  Before the first image. */
void probes_only_followed(struct probes *a, bool many);

/* When the kernel is known: are nops probed, and returns?  Before any image is looked at. */
void probes_know_kernel(struct probes *a);

/*
 * Loads the programs for a perl; takes the image over.  Returns its number; the same perl
 * again gives the same number.  -errno.
 */
int probes_add(struct probes *a, struct perl_image *image, struct error *err);

/* Attaches the programs of an image, as object_attach does; whole: to whoever maps the file. */
int probes_attach(struct probes *a, int image, pid_t pid, int file, struct error *err);

/* Attaches the programs of an image, once, to whoever maps it or will. */
int probes_attach_everybody(struct probes *a, int image, struct error *err);

/* Does an image's file still have a name? */
bool probes_file_exists(const struct probes *a, int image);

/* The other way round: nobody maps it any more. */
void probes_drop(struct probes *a, int image);

/* Attaches to all perls that a process has mapped, unless they are already.  -errno as process_perls. */
int probes_add_process(struct probes *a, pid_t pid, struct error *err);

/* The same for a child that was forked just now, and has what its parent has. */
int probes_add_child(struct probes *a, pid_t parent, pid_t child, struct error *err);

/*
 * A process changes between C stacks: return probes would kill it.  From now on there are none, and a
 * builtin ends at the next event: in that process if the kernel has sessions, else in all.  pid: 0 for any that is not
 * recorded.
 */
void probes_spare_returns(struct probes *a, pid_t pid);
bool probes_spares_returns(const struct probes *a); /* in all processes */

/* The maps are the first object's.  There must be one. */
void probes_maps(const struct probes *a, struct maps *maps);

/* The tracepoints of processes: those of all objects, now and later. */
int probes_attach_tracepoints(struct probes *a, struct error *err);

unsigned probes_files(const struct probes *a); /* that are probed now */
int probes_cnt(const struct probes *a);
/* One of the perls that report this build: they are all alike. */
const struct perl_image *probes_image(const struct probes *a, unsigned build);

/* Did it run when it was attached to, or may it have?  Not so if the probes are those of a command's perl. */
bool probes_is_late(const struct probes *a, const struct interp *in);

/* Settles what an interpreter has under way, from outside. */
void probes_close_interp(struct probes *a, const struct interp *in);

void probes_detach(struct probes *a);

#endif
