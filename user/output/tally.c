// SPDX-License-Identifier: GPL-2.0-or-later
/* Counters in shared memory. */
#include "output/tally.h"

#include <errno.h>
#include <stddef.h>
#include <sys/mman.h>

struct tally *tally_new(void)
{
	struct tally *t =
		mmap(NULL, sizeof(*t), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);

	return t == MAP_FAILED ? NULL : t;
}

void tally_free(struct tally *t)
{
	if (t)
		munmap(t, sizeof(*t));
}

static void add(uint64_t *sum, uint64_t cnt)
{
	__atomic_fetch_add(sum, cnt, __ATOMIC_RELAXED);
}

void tally_written(struct tally *t, uint64_t bytes)
{
	add(&t->written, 1);
	add(&t->bytes, bytes);
}

static enum failure failure_of(int code)
{
	switch (code) {
	case ENOSPC:
	case EDQUOT:
	case EFBIG:
		return FAILURE_NO_SPACE;
	case EACCES:
	case EPERM:
	case EROFS:
		return FAILURE_DENIED;
	case ENOMEM:
		return FAILURE_NO_MEMORY;
	default:
		return FAILURE_OTHER;
	}
}

void tally_failed(struct tally *t, int code)
{
	add(&t->failed[failure_of(code)], 1);
}

const char *failure_name(enum failure failure)
{
	static const char *const names[FAILURE_CNT] = { [FAILURE_NO_SPACE] = "no_space",
							[FAILURE_DENIED] = "denied",
							[FAILURE_NO_MEMORY] = "no_memory",
							[FAILURE_OTHER] = "other" };

	return names[failure];
}
