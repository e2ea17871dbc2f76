// SPDX-License-Identifier: GPL-2.0-or-later
#include "tracee/own.h"

#include <errno.h>
#include <stdlib.h>

int own_add(struct own **all, const struct own_id *id, uint64_t cnt)
{
	struct own *own;

	HASH_FIND(hh, *all, id, sizeof(*id), own);
	if (!own) {
		own = calloc(1, sizeof(*own));
		if (!own)
			return -ENOMEM;
		own->id = *id;
		HASH_ADD(hh, *all, id, sizeof(own->id), own);
	}
	own->cnt += cnt;
	return 0;
}

void own_release(struct own **all)
{
	struct own *own, *next;

	HASH_ITER(hh, *all, own, next) {
		HASH_DEL(*all, own);
		free(own);
	}
}
