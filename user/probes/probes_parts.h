/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What probes.c, and the files beside it that handle the same perls, know of them. */
#ifndef NYTPROF_PROBES_PARTS_H
#define NYTPROF_PROBES_PARTS_H

#include <pthread.h>
#include <stdbool.h>
#include <sys/stat.h>

#include "attach/object.h"
#include "nytprof/sampled.h"
#include "perl/perl_image.h"
#include "probes/members.h"
#include "probes/probes.h"
#include "sample/way_in.h"

struct probes {
	const struct kernel *kernel;
	const struct options *options;
	struct perl_image *images[IMAGES_MAX];
	struct object *prepared; /* the first one; NULL: it is not begun, or among these: */
	struct object *objects[IMAGES_MAX];
	int object_cnt;
	int object_of[IMAGES_MAX]; /* by image */
	int cnt;
	struct stat whole[IMAGES_MAX]; /* files that are attached without a pid filter */
	int whole_images[IMAGES_MAX]; /* the same files, for another attach: their images, */
	int whole_fds[IMAGES_MAX]; /* and descriptors; -1: none will be needed */
	int whole_cnt;
	enum detail details[IMAGES_MAX]; /* by object: of all processes that are no members */
	uint64_t since[IMAGES_MAX]; /* CLOCK_BOOTTIME: whoever maps the image is recorded; 0: not so */
	struct members members;
	uint64_t set_ns, removed_ns; /* how long that took */
	bool off; /* nobody has a probe now: see detail_off() */
	bool only_followed; /* who is no target hits probes, too */
	bool many; /* are followed */
	bool shares; /* they share links: see sharing.h, */
	bool shared[IMAGES_MAX]; /* and those of these images are there */
	bool traced; /* the tracepoints are attached */
	bool sessions; /* of builtins: who is recorded can have return probes, and others none */
	bool sql_sessions; /* the same of functions of database libraries */
	bool no_returns; /* atomic; set with the lock */
	void (*heed)(void *arg); /* NULL: done, or not wanted */
	void *heed_arg;
	pthread_mutex_t lock; /* of the objects and their links, see coro_watch.h */
};

_Static_assert(IMAGES_MAX <= SAMPLED_BUILDS, "each perl has its place in the map sample_builds");

/* What the next object is to do. */
void probes_configure(const struct probes *a, struct object_config *config);

/* Attaches what the detail of the process (0: of all that map the file) asks for. */
int probes_attach_at(struct probes *a, int image, pid_t pid, int file, struct error *err);

/* How a tick finds the interpreters of an image. */
struct way_in probes_way_in(const struct probes *a, int image);

#endif
