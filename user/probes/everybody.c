// SPDX-License-Identifier: GPL-2.0-or-later
/* Perls that are probed for whoever maps them (--all), until nobody does. */
#include "probes/probes_parts.h"

#include <sys/stat.h>
#include <time.h>

#include "attach/object.h"
#include "perl/perl_image.h"
#include "util/cleanup.h"

static void detach_image(struct probes *a, int image)
{
	pthread_mutex_lock(&a->lock);
	object_detach_image(a->objects[a->object_of[image]], a->images[image]);
	pthread_mutex_unlock(&a->lock);
}

int probes_attach_everybody(struct probes *a, int image, struct error *err)
{
	struct timespec now;
	int rc;

	if (a->since[image])
		return 0;
	rc = probes_attach_at(a, image, 0, -1, err);
	if (rc) { /* some places may have their probes: another try would set them twice */
		detach_image(a, image);
		return rc;
	}
	clock_gettime(CLOCK_BOOTTIME, &now);
	a->since[image] = (uint64_t)now.tv_sec * 1000000000u + (uint64_t)now.tv_nsec;
	return 0;
}

bool probes_file_exists(const struct probes *a, int image)
{
	struct stat st;

	return a->images[image] && !fstat(a->images[image]->fd, &st) && st.st_nlink > 0;
}

/* Does another image have the same programs? */
static bool has_twin(const struct probes *a, int image)
{
	int i;

	for (i = 0; i < a->cnt; i++) {
		if (i != image && a->images[i] && a->object_of[i] == a->object_of[image])
			return true;
	}
	return false;
}

void probes_drop(struct probes *a, int image)
{
	struct perl_image *gone = a->images[image];

	detach_image(a, image);
	probes_forget_file(a, gone->dev, gone->ino);
	pthread_mutex_lock(&a->lock);
	if (has_twin(a, image))
		a->images[image] = NULL;
	pthread_mutex_unlock(&a->lock);
	a->since[image] = 0;
	if (!a->images[image]) {
		perl_image_free(gone);
		return;
	}
	/* It stays, for what is said of its build; not as a file, whose number another one may get. */
	close_fd(&gone->fd);
	gone->fd = -1;
	gone->dev = 0;
	gone->ino = 0;
}
