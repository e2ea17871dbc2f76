/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What probes.c and process_probes.c know of the perls that are probed. */
#ifndef NYTPROF_PROBES_PARTS_H
#define NYTPROF_PROBES_PARTS_H

#include <pthread.h>
#include <stdbool.h>
#include <sys/stat.h>

#include "attach/object.h"
#include "perl/perl_image.h"
#include "probes/members.h"
#include "probes/probes.h"
#include "sample/way_in.h"

struct probes {
	const struct kernel *kernel;
	const struct options *options;
	struct perl_image *images[IMAGES_MAX];
	struct object *objects[IMAGES_MAX];
	int object_cnt;
	int object_of[IMAGES_MAX]; /* by image */
	int cnt;
	struct stat whole[IMAGES_MAX]; /* files that are attached without a pid filter */
	int whole_cnt;
	uint64_t since[IMAGES_MAX]; /* CLOCK_BOOTTIME: whoever maps the image is recorded; 0: not so */
	struct members members;
	bool only_followed;
	bool many; /* of them */
	bool traced; /* the tracepoints are attached */
	bool sessions; /* of builtins: who is recorded can have return probes, and others none */
	bool no_returns; /* atomic; set with the lock */
	pthread_mutex_t lock; /* of the objects and their links, see coro_watch.h */
};

/* How a tick finds the interpreters of an image. */
struct way_in probes_way_in(const struct probes *a, int image);

#endif
