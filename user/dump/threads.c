// SPDX-License-Identifier: GPL-2.0-or-later
/* Thread-specific data of glibc, read from outside. */
#include "dump/threads.h"

#include <stddef.h>
#include <stdbool.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "inspect/perl_memory.h"

/* nptl/descr.h, struct pthread (glibc 2.17 to 2.42): specific_1stblock, and behind it specific. */
#define BLOCK_KEYS 32u /* PTHREAD_KEY_2NDLEVEL_SIZE */
#define KEYS_MAX   1024u /* PTHREAD_KEYS_MAX */
#define KEY_SIZE   16u /* a number, and the value */
#define FIRST_FROM 24u /* where the block is, from the list on: 48 in the builds that were seen */
#define FIRST_TO   160u

uint64_t thread_robust_list(pid_t tid)
{
	void *head = NULL;
	size_t len;

	return syscall(SYS_get_robust_list, tid, &head, &len) ? 0 : (uint64_t)head;
}

/* The array of pointers to blocks is known by its first one: that leads to the block before it. */
uint64_t thread_specific(struct perl_memory *p, uint64_t robust_list, uint32_t key)
{
	uint64_t first, blocks, block;

	if (!robust_list || key >= KEYS_MAX)
		return 0;
	for (first = robust_list + FIRST_FROM; first <= robust_list + FIRST_TO; first += 8) {
		blocks = first + BLOCK_KEYS * KEY_SIZE;
		if (perl_u64(p, blocks) != first)
			continue;
		block = perl_u64(p, blocks + 8 * (key / BLOCK_KEYS));
		return block ? perl_u64(p, block + key % BLOCK_KEYS * KEY_SIZE + 8) : 0;
	}
	return 0;
}
