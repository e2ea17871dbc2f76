// SPDX-License-Identifier: GPL-2.0-or-later
/* Root directories, kept open for processes that have ended by the time their files are read. */
#include "roots.h"

#include <fcntl.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "nytprof_bpf.h"
#include "util/cleanup.h"

#define KEPT 32 /* the latest ones */

struct root {
	uint32_t mnt_ns;
	uint64_t ino;
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

/* Of a process that lives; what is open is the caller's.  -1: it is gone. */
static int root_of(pid_t pid, struct root *root)
{
	char path[64];
	struct stat ns, dir;

	root->fd = -1;
	snprintf(path, sizeof(path), "/proc/%d/ns/mnt", pid);
	root->ns = open(path, O_RDONLY | O_CLOEXEC);
	if (root->ns < 0)
		return -1;
	snprintf(path, sizeof(path), "/proc/%d/root", pid);
	root->fd = open(path, O_PATH | O_DIRECTORY | O_CLOEXEC);
	if (root->fd < 0 || fstat(root->fd, &dir) || fstat(root->ns, &ns)) {
		root_close(root);
		return -1;
	}
	root->age = 0;
	root->mnt_ns = (uint32_t)ns.st_ino;
	root->ino = dir.st_ino;
	return 0;
}

static struct root *find(struct roots *roots, uint32_t mnt_ns, uint64_t ino)
{
	unsigned i;

	for (i = 0; i < kept_cnt(roots); i++) {
		struct root *root = &roots->kept[i];

		if (root->fd < 0 || root->mnt_ns != mnt_ns || root->ino != ino)
			continue;
		root->age = 0;
		return root;
	}
	return NULL;
}

/* Takes the descriptor over. */
static const struct root *keep(struct roots *roots, struct root *root)
{
	const struct root *known = find(roots, root->mnt_ns, root->ino);
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
	const struct root *known = find(roots, in->mnt_ns, in->root_ino);
	struct root root;

	if (!known && !root_of((pid_t)in->tgid, &root)) {
		known = keep(roots, &root);
		/* A chroot since then, or another process with this id: not what it was. */
		if (known->mnt_ns != in->mnt_ns || known->ino != in->root_ino)
			known = NULL;
	}
	return known ? fcntl(known->fd, F_DUPFD_CLOEXEC, 0) : -1;
}
