// SPDX-License-Identifier: GPL-2.0-or-later
#include "session/known_types.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "attach/kernel_btf.h"
#include "control_dir/circumstances.h"
#include "control_dir/kept.h"
#include "util/cleanup.h"

#define NAME "types"
#define TYPES_MAX \
	(16u << 20) /* bytes; all types of Linux 6.18 have 5 MB, and the named ones 55 kB */

static bool are_kept;

void known_types_take(void)
{
	struct circumstances now;
	char *kept __cleanup(free_ptr) = NULL;
	size_t size;

	if (!circumstances_read(&now, 0))
		return;
	kept = kept_read_all(NAME, TYPES_MAX, &size);
	if (!kept || size <= sizeof(now) || memcmp(kept, &now, sizeof(now)) != 0)
		return;
	are_kept = kernel_btf_find(kept + sizeof(now), size - sizeof(now));
}

void known_types_keep(void)
{
	struct circumstances now;
	void *found __cleanup(free_ptr) = NULL;
	char *kept __cleanup(free_ptr) = NULL;
	size_t size = 0;

	if (are_kept || !circumstances_read(&now, 0))
		return;
	found = kernel_btf_found(&size);
	kept = found ? malloc(sizeof(now) + size) : NULL;
	if (!kept)
		return;
	memcpy(kept, &now, sizeof(now));
	memcpy(kept + sizeof(now), found, size);
	kept_write(NAME, kept, sizeof(now) + size);
	are_kept = true;
}
