// SPDX-License-Identifier: GPL-2.0-or-later
/* Goes along a path part by part, and looks at every link before it is followed. */
#include "path.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "util/cleanup.h"

#define LINKS_MAX 40 /* as in the kernel (include/linux/namei.h, MAXSYMLINKS) */
#define NO_USER	  ((uid_t)-1)

struct walk {
	int dir; /* where we are */
	char *rest; /* and what is to come */
	unsigned links;
	uid_t led_by; /* the user whose link was followed; NO_USER: only trusted ones were */
};

static int move_to(struct walk *w, int dir)
{
	close_fd(&w->dir);
	w->dir = dir;
	return dir < 0 ? -errno : 0;
}

static int go_to_root(struct walk *w)
{
	return move_to(w, open("/", O_PATH | O_DIRECTORY | O_CLOEXEC));
}

/* Whose link it is counts from here on; links of two users make it nobody's. */
static int note_link(struct walk *w, uid_t owner)
{
	if (owner == 0 || owner == geteuid())
		return 0;
	if (w->led_by != NO_USER && w->led_by != owner)
		return -EPERM;
	w->led_by = owner;
	return 0;
}

/* What the link says comes before the rest. */
static int follow(struct walk *w, int link, uid_t owner)
{
	char target[PATH_MAX], *rest;
	ssize_t len = readlinkat(link, "", target, sizeof(target));
	int rc = note_link(w, owner);

	if (rc || len < 0 || len == sizeof(target))
		return rc ?: len < 0 ? -errno : -ENAMETOOLONG;
	if (++w->links > LINKS_MAX)
		return -ELOOP;
	if (asprintf(&rest, "%.*s/%s", (int)len, target, w->rest) < 0)
		return -ENOMEM;
	free(w->rest);
	w->rest = rest;
	return *rest == '/' ? go_to_root(w) : 0;
}

/* Takes the next part off the rest; 0: there is none. */
static int next_part(struct walk *w, char part[NAME_MAX + 1])
{
	const char *begin = w->rest + strspn(w->rest, "/");
	size_t len = strcspn(begin, "/");

	if (!len)
		return 0;
	if (len > NAME_MAX)
		return -ENAMETOOLONG;
	memcpy(part, begin, len);
	part[len] = '\0';
	memmove(w->rest, begin + len, strlen(begin + len) + 1);
	return 1;
}

static int step(struct walk *w, const char *part)
{
	int next = openat(w->dir, part, O_PATH | O_NOFOLLOW | O_CLOEXEC), rc;
	struct stat st;

	if (next < 0)
		return -errno;
	if (fstat(next, &st)) {
		close(next);
		return -errno;
	}
	if (!S_ISLNK(st.st_mode))
		return move_to(w, next);
	rc = follow(w, next, st.st_uid);
	close(next);
	return rc;
}

/* To be used, not just to be there; and nobody else's, if somebody's link has led here. */
static int arrive(const struct walk *w)
{
	int dir = openat(w->dir, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	struct stat st;

	if (dir < 0 || w->led_by == NO_USER || (!fstat(dir, &st) && st.st_uid == w->led_by))
		return dir;
	close(dir);
	errno = EPERM;
	return -1;
}

int path_open_dir(const char *path)
{
	struct walk w = { .dir = -1, .rest = strdup(path), .led_by = NO_USER };
	char part[NAME_MAX + 1];
	int rc, dir = -1;

	rc = w.rest ? 0 : -ENOMEM;
	rc = rc			  ?:
		     *path == '/' ? go_to_root(&w) :
				    move_to(&w, open(".", O_PATH | O_DIRECTORY | O_CLOEXEC));
	while (!rc && (rc = next_part(&w, part)) > 0)
		rc = step(&w, part);
	if (!rc)
		dir = arrive(&w);
	else
		errno = -rc;
	rc = errno;
	close_fd(&w.dir);
	free(w.rest);
	errno = rc;
	return dir;
}
