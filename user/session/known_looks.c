// SPDX-License-Identifier: GPL-2.0-or-later
#include "session/known_looks.h"

#include "control_dir/kept.h"
#include "target/kept_looks.h"
#include "util/cleanup.h"

#define NAME	  "perls"
#define LOOKS_MAX (32u << 20) /* bytes; one perl has 65 kB */

void known_looks_take(void)
{
	size_t size;
	void *kept __cleanup(free_ptr) =
		kept_read_here(NAME, sizeof(struct looked_at), LOOKS_MAX, &size);

	if (kept)
		kept_looks_take(kept, size);
}

void known_looks_keep(void)
{
	size_t size;
	void *found __cleanup(free_ptr) = kept_looks_new(&size);

	if (found)
		kept_write_here(NAME, sizeof(struct looked_at), found, size);
}
