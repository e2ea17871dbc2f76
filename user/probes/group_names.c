// SPDX-License-Identifier: GPL-2.0-or-later
#include "probes/group_names.h"

#include <stdint.h>
#include <string.h>

#include "nytprof/node_hash.h"
#include "options/group_options.h"

/* As bpf/names/string.bpf.h has it. */
static void hash_name(__u64 hash[2], const char *text)
{
	size_t len = strlen(text), i;
	uint64_t word;

	hash[0] = len;
	hash[1] = 0; /* flags */
	for (i = 0; i < len; i += sizeof(word)) {
		word = 0;
		memcpy(&word, text + i, len - i < sizeof(word) ? len - i : sizeof(word));
		hash[0] = string_hash_one(hash[0], word);
		hash[1] = string_hash_two(hash[1], word);
	}
	hash[0] = hash_mix(hash[0]);
	hash[1] = hash_mix(hash[1]);
}

void group_names_fill(struct group_name to[GROUP_NAMES], const struct group_options *group)
{
	unsigned i;

	for (i = 0; i < group->cnt; i++) {
		hash_name(to[i].pkg, group->subs[i].pkg);
		hash_name(to[i].name, group->subs[i].name);
	}
}
