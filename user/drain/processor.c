// SPDX-License-Identifier: GPL-2.0-or-later
#include "drain/processor.h"

#include <bpf/bpf.h>
#include <ctype.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "drain/interps.h"
#include "nytprof/processor.h"
#include "profile/profile.h"
#include "tracee/tracee.h"

#define NAMES_MAX 256 /* attributes of a profile: a program can map any number of files */
#define OTHERS	  "[other]"

/* A file's name is the target's choice; an attribute is a line with a "=" behind the key. */
static void make_key(char *key, size_t size, const char *name)
{
	size_t at = (size_t)snprintf(key, size, "%s", PROFILE_TICKS_IN);

	for (; *name && at + 1 < size; name++)
		key[at++] = isgraph((unsigned char)*name) && *name != '=' ? *name : '_';
	key[at] = '\0';
}

static int add(struct profile *p, const char *name, uint64_t cnt)
{
	char key[sizeof(PROFILE_TICKS_IN) + PROCESSOR_NAME];
	const char *there;

	make_key(key, sizeof(key), name);
	there = profile_attr(p, key);
	if (!there && p->attr_cnt >= NAMES_MAX) {
		make_key(key, sizeof(key), OTHERS);
		there = profile_attr(p, key);
	}
	return profile_set_attr(p, key, "%llu",
				(there ? strtoull(there, NULL, 10) : 0) + (unsigned long long)cnt);
}

/* Deleting an entry while the next one is asked for can begin the walk anew, which does no harm. */
int processor_collect(int map, struct interps *interps)
{
	struct processor_key key, next;
	bool any = !bpf_map_get_next_key(map, NULL, &key), more;
	unsigned left = 2 * PROCESSOR_ENTRIES; /* ticks add entries meanwhile */
	struct tracee *t;
	uint64_t cnt;
	int rc = 0;

	while (any && left-- && !rc) {
		more = !bpf_map_get_next_key(map, &key, &next);
		if (!bpf_map_lookup_and_delete_elem(map, &key, &cnt)) {
			key.name[PROCESSOR_NAME - 1] = '\0';
			t = interps_tracee(interps, key.interp, key.part);
			rc = t ? add(t->profile, key.name, cnt) : 0;
		}
		key = next;
		any = more;
	}
	return rc;
}
