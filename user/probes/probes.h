/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The perls that are attached: their images, and the BPF objects made for them, which share maps. */
#ifndef NYTPROF_PROBES_H
#define NYTPROF_PROBES_H

#include <stdbool.h>
#include <sys/types.h>

struct attached;
struct error;
struct interp;
struct kernel;
struct maps;
struct options;
struct perl_image;

/* kernel and options must outlive it.  NULL: no memory. */
struct attached *attached_new(const struct kernel *kernel, const struct options *options);
void attached_free(struct attached *a);

/* Of the processes that hit a probe, only those that are followed; many: more than one.  Before the first image. */
void attached_only_followed(struct attached *a, bool many);

/* When the kernel is known: are nops probed, and returns?  Before any image is looked at. */
void attached_know_kernel(struct attached *a);

/*
 * Loads the programs for a perl; takes the image over.  Returns its number; the same perl
 * again gives the same number.  -errno.
 */
int attached_add(struct attached *a, struct perl_image *image, struct error *err);

/* Attaches the programs of an image, as object_attach does; whole: to whoever maps the file. */
int attached_attach(struct attached *a, int image, pid_t pid, int file, struct error *err);

/* Attaches the programs of an image, once, to whoever maps it or will. */
int attached_attach_everybody(struct attached *a, int image, struct error *err);

/* Does an image's file still have a name? */
bool attached_file_exists(const struct attached *a, int image);

/* The other way round: nobody maps it any more. */
void attached_drop(struct attached *a, int image);

/* Attaches to all perls that a process has mapped, unless they are already.  -errno as process_perls. */
int attached_add_process(struct attached *a, pid_t pid, struct error *err);

/* The same for a child that was forked just now, and has what its parent has. */
int attached_add_child(struct attached *a, pid_t parent, pid_t child, struct error *err);

/*
 * A process changes between C stacks: return probes would kill it.  From now on there are none, and a
 * builtin ends at the next event: in that process if the kernel has sessions, else in all.  pid: 0 for any that is not
 * recorded.
 */
void attached_spare_returns(struct attached *a, pid_t pid);
bool attached_spares_returns(const struct attached *a); /* in all processes */

/* The maps are the first object's.  There must be one. */
void attached_maps(const struct attached *a, struct maps *maps);

/* The tracepoints of processes: those of all objects, now and later. */
int attached_attach_tracepoints(struct attached *a, struct error *err);

unsigned attached_files(const struct attached *a); /* that are probed now */
int attached_cnt(const struct attached *a);
/* One of the perls that report this build: they are all alike. */
const struct perl_image *attached_image(const struct attached *a, unsigned build);

/* Did it run when it was attached to, or may it have?  Not so if the probes are those of a command's perl. */
bool attached_is_late(const struct attached *a, const struct interp *in);

/* Settles what an interpreter has under way, from outside. */
void attached_close_interp(struct attached *a, const struct interp *in);

void attached_detach(struct attached *a);

#endif
