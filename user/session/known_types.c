// SPDX-License-Identifier: GPL-2.0-or-later
#include "session/known_types.h"

#include <stdbool.h>

#include "attach/kernel_btf.h"
#include "control_dir/kept.h"
#include "util/cleanup.h"

#define NAME "types"
#define TYPES_MAX \
	(16u << 20) /* bytes; all types of Linux 6.18 have 5 MB, and the named ones 55 kB */

static bool are_kept;

void known_types_take(void)
{
	size_t size;
	void *kept __cleanup(free_ptr) = kept_read_here(NAME, 0, TYPES_MAX, &size);

	are_kept = kept && kernel_btf_find(kept, size);
}

void known_types_keep(void)
{
	void *found __cleanup(free_ptr) = NULL;
	size_t size = 0;

	if (are_kept)
		return;
	found = kernel_btf_found(&size);
	if (!found)
		return;
	kept_write_here(NAME, 0, found, size);
	are_kept = true;
}
