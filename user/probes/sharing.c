// SPDX-License-Identifier: GPL-2.0-or-later
#include "probes/sharing.h"

#include "attach/object.h"
#include "log/log.h"
#include "perl/perl_image.h"
#include "probes/probes_parts.h"
#include "util/error.h"

/* With the lock. */
static int attach_all(struct probes *a, struct object *object, int image, struct error *err)
{
	const struct perl_image *perl = a->images[image];
	int rc;

	if (a->shared[image])
		return 0;
	rc = object_attach_parts(object, perl, 0, -1, ATTACH_ENTRIES, err);
	if (rc) {
		object_detach_image(object, perl);
		return rc;
	}
	a->shared[image] = true;
	log_info(
		"the recorded processes share the probes of %s: its other processes stop at them, too, "
		"and are not recorded",
		perl->path);
	return 0;
}

int sharing_attach(struct probes *a, int image, pid_t pid, struct error *err)
{
	struct object *object = a->objects[a->object_of[image]];
	int rc;

	pthread_mutex_lock(&a->lock);
	rc = attach_all(a, object, image, err);
	rc = rc ?: object_attach_parts(object, a->images[image], pid, -1, ATTACH_RETURNS, err);
	pthread_mutex_unlock(&a->lock);
	return rc;
}

bool probes_are_shared(const struct probes *a)
{
	return a->shares;
}
