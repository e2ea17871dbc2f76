// SPDX-License-Identifier: GPL-2.0-or-later
/* The probes of allocators. */
#include "probes/probes_parts.h"

#include "attach/object.h"
#include "options/options.h"

/* Where all is recorded, the first object's programs are those of all perls. */
int probes_malloc_programs(const struct probes *a)
{
	return a->options->sampled || !a->object_cnt ? a->object_cnt : 1;
}

int probes_attach_malloc(struct probes *a, int file, pid_t pid, int from,
			 const uint64_t offsets[MALLOC_FUNCTIONS], struct error *err)
{
	int rc = 0, i;

	pthread_mutex_lock(&a->lock);
	for (i = from; i < probes_malloc_programs(a) && !rc; i++)
		rc = object_attach_malloc(a->objects[i], file, pid, offsets, err);
	pthread_mutex_unlock(&a->lock);
	return rc;
}

void probes_detach_malloc(struct probes *a, pid_t pid)
{
	int i;

	pthread_mutex_lock(&a->lock);
	for (i = 0; i < a->object_cnt; i++)
		object_detach_malloc(a->objects[i], pid);
	pthread_mutex_unlock(&a->lock);
}
