/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What the work of one recorder holds for, so that the next one may use it: see kept.h. */
#ifndef NYTPROF_CIRCUMSTANCES_H
#define NYTPROF_CIRCUMSTANCES_H

#include <stdbool.h>
#include <stdint.h>

#define BOOT_ID_LEN 36

/* It has no padding that is not zero: it is compared as bytes. */
struct circumstances {
	char boot_id[BOOT_ID_LEN + 4];
	uint64_t agent_dev; /* its program file */
	uint64_t agent_ino;
	uint64_t agent_size;
	uint64_t agent_changed_ns;
	uint64_t pid_ns; /* inode number */
	uint64_t rights; /* effective capabilities */
	uint64_t seccomp;
	uint64_t kept_size; /* of what is kept, if that is a struct */
};

/* False: they can't be told, and nothing is kept. */
bool circumstances_read(struct circumstances *at, uint64_t kept_size);

#endif
