// SPDX-License-Identifier: GPL-2.0-or-later
/* From /proc/PID/maps to ranges of addresses. */
#include "inspect/regions.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "util/cleanup.h"
#include "util/fds.h"

#define LOOKS_MAX 16u /* at the maps: each is some milliseconds where there are many */

struct region {
	uint64_t start;
	uint64_t end;
};

struct regions {
	pid_t pid;
	FILE *maps;
	struct region *all; /* without a file, in the order of their addresses */
	size_t cnt;
	struct region *of_files; /* found once, as files can be looked at with rights only */
	size_t files;
	unsigned looks;
};

/* O_PATH: the file itself is not opened, nor asked for anything. */
static bool is_on_real_fs(pid_t pid, const struct region *region)
{
	char path[96];
	int fd __cleanup(close_fd) = -1;

	snprintf(path, sizeof(path), "/proc/%d/map_files/%" PRIx64 "-%" PRIx64, pid, region->start,
		 region->end);
	fd = open(path, O_PATH | O_CLOEXEC);
	return fd >= 0 && !fd_is_served(fd);
}

static int add(struct region **all, size_t *cnt, const struct region *region)
{
	struct region *more = *all, *last = *cnt ? &(*all)[*cnt - 1] : NULL;

	if (last && last->end == region->start) {
		last->end = region->end;
		return 0;
	}
	if (!(*cnt & (*cnt - 1))) { /* 0 and the powers of 2 */
		more = reallocarray(more, *cnt ? 2 * *cnt : 1, sizeof(*more));
		if (!more)
			return -ENOMEM;
		*all = more;
	}
	more[(*cnt)++] = *region;
	return 0;
}

/* A line that is cut has all that is asked for. */
static int add_line(struct regions *r, const char *line, bool with_files)
{
	struct region region;
	unsigned long long ino;
	char perms[8];
	int at = 0;

	if (sscanf(line, "%" SCNx64 "-%" SCNx64 " %7s %*x %*x:%*x %llu %n", &region.start,
		   &region.end, perms, &ino, &at) < 4 ||
	    perms[0] != 'r' || perms[3] != 'p')
		return 0;
	if (!ino)
		return strncmp(line + at, "[v", 2) ? add(&r->all, &r->cnt, &region) : 0;
	if (!with_files || !is_on_real_fs(r->pid, &region))
		return 0;
	return add(&r->of_files, &r->files, &region);
}

static int look(struct regions *r, bool with_files)
{
	char line[256];
	bool begins = true;
	int rc = 0;

	r->looks++;
	r->cnt = 0;
	rewind(r->maps);
	while (!rc && fgets(line, sizeof(line), r->maps)) {
		if (begins)
			rc = add_line(r, line, with_files);
		begins = strchr(line, '\n') != NULL;
	}
	return rc;
}

struct regions *regions_new(pid_t pid)
{
	struct regions *r = calloc(1, sizeof(*r));
	char path[64];
	int rc;

	if (!r)
		return NULL;
	r->pid = pid;
	snprintf(path, sizeof(path), "/proc/%d/maps", pid);
	r->maps = fopen(path, "re");
	rc = r->maps ? look(r, true) : -errno;
	if (!rc)
		return r;
	regions_free(r);
	errno = -rc;
	return NULL;
}

void regions_free(struct regions *r)
{
	if (!r)
		return;
	if (r->maps)
		fclose(r->maps);
	free(r->all);
	free(r->of_files);
	free(r);
}

static bool have(const struct region *all, size_t cnt, uint64_t addr, uint64_t size)
{
	size_t from = 0, to = cnt, middle;

	while (from < to) {
		middle = from + (to - from) / 2;
		if (all[middle].end <= addr)
			from = middle + 1;
		else
			to = middle;
	}
	return from < cnt && all[from].start <= addr && size <= all[from].end - addr;
}

static bool have_now(const struct regions *r, uint64_t addr, uint64_t size)
{
	return have(r->all, r->cnt, addr, size) || have(r->of_files, r->files, addr, size);
}

bool regions_have(struct regions *r, uint64_t addr, uint64_t size)
{
	if (have_now(r, addr, size))
		return true;
	return r->looks < LOOKS_MAX && !look(r, false) && have_now(r, addr, size);
}
