// SPDX-License-Identifier: GPL-2.0-or-later
#include "probes/group_names.h"

#include <stdint.h>
#include <string.h>

#include "nytprof/node_hash.h"
#include "options/group_options.h"

/* As bpf/names/string.bpf.h has it. */
static void hash_name(uint64_t hash[2], const char *text)
{
	size_t len = strlen(text), i;
	uint64_t word;
	__u64 both[2];

	string_hash_begin(both, (uint32_t)len, 0);
	for (i = 0; i < len; i += sizeof(word)) {
		word = 0;
		memcpy(&word, text + i, len - i < sizeof(word) ? len - i : sizeof(word));
		string_hash_word(&both[0], &both[1], word);
	}
	string_hash_end(both);
	hash[0] = both[0];
	hash[1] = both[1];
}

void group_names_fill(struct group_name to[GROUP_NAMES], const struct group_options *group)
{
	uint64_t hash[2];
	unsigned i;

	for (i = 0; i < group->cnt; i++) {
		hash_name(hash, group->subs[i].pkg);
		memcpy(to[i].pkg, hash, sizeof(hash));
		hash_name(hash, group->subs[i].name);
		memcpy(to[i].name, hash, sizeof(hash));
	}
}
