// SPDX-License-Identifier: GPL-2.0-or-later
#include "malloc/lives.h"

#include <bpf/bpf.h>
#include <errno.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/types.h>

#include "nytprof/malloc.h"
#include "target/process.h"
#include "util/cleanup.h"

#define BATCH 4096 /* entries that are read with one call */

/* Its entries come in no order, but there are few processes. */
struct known {
	uint32_t tgid;
	bool alive;
};

#define KNOWN 64

static bool is_alive(struct known *known, uint32_t tgid)
{
	struct known *k = &known[tgid % KNOWN];

	if (k->tgid != tgid)
		*k = (struct known){ tgid, process_is_alive((pid_t)tgid) };
	return k->alive;
}

/* Those of processes that have ended become the first ones. Returns how many there are. */
static uint32_t choose_ended(struct malloc_key *keys, uint32_t cnt, struct known *known)
{
	uint32_t ended = 0, i;

	for (i = 0; i < cnt; i++) {
		if (!is_alive(known, keys[i].tgid))
			keys[ended++] = keys[i];
	}
	return ended;
}

/* What is deleted while the map is read may make the walk leave out others: the next one finds those. */
void lives_forget_ended(int lives)
{
	struct malloc_key *keys __cleanup(free_ptr) = calloc(BATCH, sizeof(*keys));
	struct malloc_live *values __cleanup(free_ptr) = calloc(BATCH, sizeof(*values));
	struct known known[KNOWN] = {};
	uint32_t in, out, cnt, ended;
	bool first = true;
	int rc = keys && values ? 0 : -ENOMEM;

	while (!rc) {
		cnt = BATCH;
		rc = bpf_map_lookup_batch(lives, first ? NULL : &in, &out, keys, values, &cnt,
					  NULL);
		if (rc && rc != -ENOENT)
			return;
		ended = choose_ended(keys, cnt, known);
		if (ended)
			bpf_map_delete_batch(lives, keys, &ended, NULL);
		first = false;
		in = out;
	}
}
