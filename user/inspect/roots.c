// SPDX-License-Identifier: GPL-2.0-or-later
/* Root directories, kept open for processes that have ended by the time their files are read. */
#include "inspect/roots.h"

#include <fcntl.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "nytprof/interp.h"
#include "nytprof/rights.h"
#include "util/cleanup.h"

#define KEPT 32 /* the latest ones */

#ifndef STATX_MNT_ID_UNIQUE
#define STATX_MNT_ID_UNIQUE 0x4000 /* linux/stat.h since 6.8 */
#endif

struct root {
	uint32_t mnt_ns;
	struct place_id id;
	int fd;
	unsigned age;
	int ns; /* holds the mount namespace: without it what is mounted below the root is gone with it */
};

struct roots {
	struct root kept[KEPT];
	unsigned cnt; /* that were ever put in */
};

struct roots *roots_new(void)
{
	return calloc(1, sizeof(struct roots));
}

static void root_close(struct root *root)
{
	close_fd(&root->fd);
	close_fd(&root->ns);
	root->fd = root->ns = -1;
	root->mnt_ns = 0;
}

static unsigned kept_cnt(const struct roots *roots)
{
	return roots->cnt < KEPT ? roots->cnt : KEPT;
}

void roots_free(struct roots *roots)
{
	unsigned i;

	for (i = 0; roots && i < kept_cnt(roots); i++)
		root_close(&roots->kept[i]);
	free(roots);
}

/* Nothing is asked of the file system's server, which may be somebody's own program. */
bool place_id_of(int fd, struct place_id *id)
{
	struct statx st;

	if (statx(fd, "", AT_EMPTY_PATH | AT_STATX_DONT_SYNC,
		  STATX_INO | STATX_MNT_ID | STATX_MNT_ID_UNIQUE, &st) ||
	    !(st.stx_mask & (STATX_MNT_ID | STATX_MNT_ID_UNIQUE)))
		return false;
	id->mount = st.stx_mnt_id;
	id->ino = st.stx_ino;
	id->dev = st.stx_dev_major << 20 | st.stx_dev_minor; /* linux/kdev_t.h */
	id->is_mount = st.stx_attributes & STATX_ATTR_MOUNT_ROOT ? 1 : 0;
	return true;
}

bool place_id_equal(const struct place_id *a, const struct place_id *b)
{
	return a->mount == b->mount && a->ino == b->ino &&
	       (a->dev == b->dev || (a->is_mount && b->is_mount));
}

/* Of a process that lives; what is open is the caller's.  -1: it is gone. */
static int root_of(pid_t pid, struct root *root)
{
	char path[64];
	struct stat ns;

	root->fd = -1;
	snprintf(path, sizeof(path), "/proc/%d/ns/mnt", pid);
	root->ns = open(path, O_RDONLY | O_CLOEXEC);
	if (root->ns < 0)
		return -1;
	snprintf(path, sizeof(path), "/proc/%d/root", pid);
	root->fd = open(path, O_PATH | O_DIRECTORY | O_CLOEXEC);
	if (root->fd < 0 || !place_id_of(root->fd, &root->id) || fstat(root->ns, &ns)) {
		root_close(root);
		return -1;
	}
	root->age = 0;
	root->mnt_ns = (uint32_t)ns.st_ino;
	return 0;
}

static struct root *find(struct roots *roots, uint32_t mnt_ns, const struct place_id *id)
{
	unsigned i;

	for (i = 0; i < kept_cnt(roots); i++) {
		struct root *root = &roots->kept[i];

		if (root->fd < 0 || root->mnt_ns != mnt_ns || !place_id_equal(&root->id, id))
			continue;
		root->age = 0;
		return root;
	}
	return NULL;
}

/* Takes the descriptor over. */
static const struct root *keep(struct roots *roots, struct root *root)
{
	const struct root *known = find(roots, root->mnt_ns, &root->id);
	struct root *slot = &roots->kept[roots->cnt % KEPT];

	if (known) {
		root_close(root);
		return known;
	}
	if (roots->cnt >= KEPT)
		root_close(slot);
	*slot = *root;
	roots->cnt++;
	return slot;
}

void roots_age(struct roots *roots)
{
	unsigned i;

	for (i = 0; i < kept_cnt(roots); i++) {
		if (roots->kept[i].age++ > 1)
			root_close(&roots->kept[i]);
	}
}

void roots_note(struct roots *roots, pid_t pid)
{
	struct root root;

	if (!root_of(pid, &root))
		keep(roots, &root);
}

int roots_open(struct roots *roots, const struct interp *in)
{
	const struct root *known = find(roots, in->mnt_ns, &in->root);
	struct root root;

	if (!known && !root_of((pid_t)in->tgid, &root)) {
		known = keep(roots, &root);
		/* A chroot since then, or another process with this id: not what it was. */
		if (known->mnt_ns != in->mnt_ns || !place_id_equal(&known->id, &in->root))
			known = NULL;
	}
	return known ? fcntl(known->fd, F_DUPFD_CLOEXEC, 0) : -1;
}
