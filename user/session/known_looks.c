// SPDX-License-Identifier: GPL-2.0-or-later
#include "session/known_looks.h"

#include <stdlib.h>
#include <string.h>

#include "control_dir/circumstances.h"
#include "control_dir/kept.h"
#include "target/kept_looks.h"
#include "util/cleanup.h"

#define NAME	  "perls"
#define LOOKS_MAX (32u << 20) /* bytes; one perl has 65 kB */

void known_looks_take(void)
{
	struct circumstances now;
	char *kept __cleanup(free_ptr) = NULL;
	size_t size;

	if (!circumstances_read(&now, sizeof(struct looked_at)))
		return;
	kept = kept_read_all(NAME, LOOKS_MAX, &size);
	if (kept && size > sizeof(now) && !memcmp(kept, &now, sizeof(now)))
		kept_looks_take(kept + sizeof(now), size - sizeof(now));
}

void known_looks_keep(void)
{
	struct circumstances now;
	void *found __cleanup(free_ptr) = NULL;
	char *kept __cleanup(free_ptr) = NULL;
	size_t size = 0;

	if (!circumstances_read(&now, sizeof(struct looked_at)))
		return;
	found = kept_looks_new(&size);
	kept = found ? malloc(sizeof(now) + size) : NULL;
	if (!kept)
		return;
	memcpy(kept, &now, sizeof(now));
	memcpy(kept + sizeof(now), found, size);
	kept_write(NAME, kept, sizeof(now) + size);
}
