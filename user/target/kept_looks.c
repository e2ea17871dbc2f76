// SPDX-License-Identifier: GPL-2.0-or-later
#include "target/kept_looks.h"

#include <linux/magic.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <sys/vfs.h>
#include <time.h>

#include "sandbox/sandbox.h"
#include "site/site.h"

#define KEPT_MOST   32u
#define ANSWER_MOST (1u << 20) /* bytes */
#define XFS_MAGIC   0x58465342 /* fs/xfs of Linux, libxfs/xfs_format.h */
#define SETTLED_NS  2000000000u /* changes in one tick of the kernel's clock have one time */

struct kept {
	struct looked_at at;
	uint64_t len;
	char *data;
};

/* The newest first. */
static struct kept kept[KEPT_MOST];
static unsigned kept_cnt;
static bool is_new;

/* File systems that programs, other hosts or images fill say of a change what they like. */
static bool tells_changes(int fd)
{
	struct statfs fs;

	if (fstatfs(fd, &fs) || fs.f_flags & ST_RDONLY)
		return false;
	switch ((uint32_t)fs.f_type) {
	case EXT4_SUPER_MAGIC:
	case XFS_MAGIC:
	case BTRFS_SUPER_MAGIC:
	case F2FS_SUPER_MAGIC:
	case TMPFS_MAGIC:
		return true;
	}
	return false;
}

static uint64_t ns_of(const struct timespec *t)
{
	return (uint64_t)t->tv_sec * 1000000000u + (uint64_t)t->tv_nsec;
}

bool looked_at_read(int fd, struct looked_at *at)
{
	struct stat st;

	if (!tells_changes(fd) || fstat(fd, &st))
		return false;
	*at = (struct looked_at){ .dev = st.st_dev,
				  .ino = st.st_ino,
				  .size = (uint64_t)st.st_size,
				  .modified_ns = ns_of(&st.st_mtim),
				  .changed_ns = ns_of(&st.st_ctim),
				  .how = { sites_nops(), sites_avoids_calls(),
					   sites_plans_stubs() } };
	return true;
}

static bool is_same(const struct looked_at *one, const struct looked_at *other)
{
	return !memcmp(one, other, sizeof(*one));
}

bool kept_look(const struct looked_at *at, struct sandbox_answer *answer)
{
	unsigned i;

	for (i = 0; i < kept_cnt; i++) {
		if (!is_same(&kept[i].at, at))
			continue;
		*answer = (struct sandbox_answer){ .data = kept[i].data, .len = kept[i].len };
		return true;
	}
	return false;
}

/* Data is copied. The oldest one makes room. */
static bool add_first(const struct looked_at *at, const void *data, size_t len)
{
	char *copy = malloc(len ?: 1);

	if (!copy)
		return false;
	memcpy(copy, data, len);
	if (kept_cnt == KEPT_MOST)
		free(kept[--kept_cnt].data);
	memmove(&kept[1], &kept[0], kept_cnt * sizeof(kept[0]));
	kept[0] = (struct kept){ *at, len, copy };
	kept_cnt++;
	return true;
}

static bool is_settled(const struct looked_at *at)
{
	struct timespec now;

	clock_gettime(CLOCK_REALTIME, &now);
	return at->changed_ns + SETTLED_NS < ns_of(&now);
}

void kept_look_add(const struct looked_at *before, int fd, const struct sandbox_answer *answer)
{
	struct looked_at now;
	struct sandbox_answer known;

	if (answer->len > ANSWER_MOST || !is_settled(before) || !looked_at_read(fd, &now) ||
	    !is_same(before, &now) || kept_look(before, &known))
		return;
	is_new = add_first(before, answer->data, answer->len) || is_new;
}

void *kept_looks_new(size_t *size)
{
	char *all, *to;
	unsigned i;

	*size = 0;
	for (i = 0; i < kept_cnt; i++)
		*size += sizeof(kept[i].at) + sizeof(kept[i].len) + kept[i].len;
	all = is_new ? malloc(*size) : NULL;
	if (!all)
		return NULL;
	for (i = kept_cnt, to = all; i--;) { /* the last one that is taken comes first */
		to = mempcpy(to, &kept[i].at, sizeof(kept[i].at));
		to = mempcpy(to, &kept[i].len, sizeof(kept[i].len));
		to = mempcpy(to, kept[i].data, kept[i].len);
	}
	return all;
}

void kept_looks_take(const void *data, size_t size)
{
	struct sandbox_answer all = { .data = (char *)data, .len = size };
	struct looked_at at;
	const void *one;
	size_t from = 0;
	uint64_t len;

	while (sandbox_answer_copy(&all, &from, &at, sizeof(at)) &&
	       sandbox_answer_copy(&all, &from, &len, sizeof(len)) && len <= ANSWER_MOST &&
	       (one = sandbox_answer_next(&all, &from, len)) && add_first(&at, one, len))
		;
}
