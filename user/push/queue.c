// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * BASE/RECEIVER-PID/TIME-NR-VALUES: TIME is when it was added, in ns since the epoch; NR keeps two
 * of one moment apart. A recording holds a lock of its directory, which the kernel drops with the
 * process. So whoever gets the lock of another directory may take what is in it.
 */
#include "push/queue.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <limits.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/sendfile.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "util/cleanup.h"
#include "util/error.h"
#include "util/path.h"
#include "util/sort.h"

#define UNFINISHED "new"
#define NAME_ROOM  80 /* of a file */

struct item {
	uint64_t time_ns;
	uint64_t nr;
	uint64_t values;
	uint64_t size;
};

struct queue {
	int base, dir; /* -1: not open yet */
	char *path; /* of dir */
	char name[64]; /* of dir, in base */
	struct queue_limits limits;
	struct item *items; /* the oldest one first; from first on */
	size_t first, cnt, room;
	uint64_t bytes;
	uint64_t values;
	uint64_t nr; /* of the next one */
	bool held; /* the first one: somebody sends it */
};

static void name_item(const struct item *item, char name[NAME_ROOM])
{
	snprintf(name, NAME_ROOM, "%020" PRIu64 "-%" PRIu64 "-%" PRIu64, item->time_ns, item->nr,
		 item->values);
}

static bool parse_name(const char *name, struct item *item)
{
	int end = -1;

	return sscanf(name, "%20" SCNu64 "-%20" SCNu64 "-%20" SCNu64 "%n", &item->time_ns,
		      &item->nr, &item->values, &end) == 3 &&
	       end >= 0 && !name[end];
}

static int make_room(struct queue *q)
{
	size_t room = 2 * q->cnt + 16;
	struct item *items;

	if (q->first) {
		memmove(q->items, q->items + q->first, q->cnt * sizeof(*q->items));
		q->first = 0;
	}
	if (q->cnt < q->room)
		return 0;
	items = realloc(q->items, room * sizeof(*items));
	if (!items)
		return -ENOMEM;
	q->items = items;
	q->room = room;
	return 0;
}

static int add_item(struct queue *q, const struct item *item)
{
	if (q->first + q->cnt == q->room && make_room(q))
		return -ENOMEM;
	q->items[q->first + q->cnt++] = *item;
	q->bytes += item->size;
	q->values += item->values;
	if (item->nr >= q->nr)
		q->nr = item->nr + 1;
	return 0;
}

static int compare_items(const void *a, const void *b)
{
	const struct item *one = a, *other = b;

	if (one->time_ns != other->time_ns)
		return one->time_ns < other->time_ns ? -1 : 1;
	return one->nr < other->nr ? -1 : one->nr > other->nr;
}

/* --------------------------------------------------------------------------- begin */

/* For root alone: a request may have the names and the arguments of any program. */
static int open_base(struct queue *q, const char *base, struct error *err)
{
	struct stat st;

	if (mkdir(base, 0700) && errno != EEXIST)
		return error_set(err, errno, "--push-queue=%s: can't make it: %s", base,
				 strerror(errno));
	q->base = path_open_dir(base);
	if (q->base < 0 || fstat(q->base, &st))
		return error_set(err, errno, "--push-queue=%s: can't open it: %s", base,
				 strerror(errno));
	if (st.st_uid != geteuid() || st.st_mode & 022)
		return error_set(err, EPERM,
				 "--push-queue=%s: it must belong to the agent's user, and nobody "
				 "else may write to it",
				 base);
	return 0;
}

#define TRIES 100 /* to have the directory before somebody else takes it for one that was left */

/* Is it still there under its name? */
static bool has_name(const struct queue *q)
{
	struct stat named, opened;

	return !fstatat(q->base, q->name, &named, AT_SYMLINK_NOFOLLOW) && !fstat(q->dir, &opened) &&
	       named.st_dev == opened.st_dev && named.st_ino == opened.st_ino;
}

/*
 * A directory that was left with this name is taken over. Until the lock is held, another recording may
 * take a new one for one that was left, and remove it.
 */
static int open_own(struct queue *q, const char *base, const char *receiver, struct error *err)
{
	const struct timespec a_moment = { .tv_nsec = 10000000 };
	unsigned i;

	snprintf(q->name, sizeof(q->name), "%.40s-%d", receiver, getpid());
	for (i = 0; i < TRIES; i++) {
		if (mkdirat(q->base, q->name, 0700) && errno != EEXIST)
			break;
		q->dir = openat(q->base, q->name, O_RDONLY | O_DIRECTORY | O_CLOEXEC | O_NOFOLLOW);
		if (q->dir >= 0 && !flock(q->dir, LOCK_EX | LOCK_NB) && has_name(q))
			return asprintf(&q->path, "%s/%s", base, q->name) < 0 ?
				       error_set(err, ENOMEM, "out of memory") :
				       0;
		if (q->dir < 0 && errno != ENOENT)
			break;
		close_fd(&q->dir);
		q->dir = -1;
		nanosleep(&a_moment, NULL);
	}
	return error_set(err, errno, "--push-queue=%s: can't write to it: %s", base,
			 strerror(errno));
}

static DIR *open_list(int dir)
{
	int fd = openat(dir, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	DIR *d = fd < 0 ? NULL : fdopendir(fd);

	if (!d && fd >= 0)
		close(fd);
	return d;
}

/* Adds each request in dir, which goes to the own directory. */
static int take_all(struct queue *q, int dir)
{
	DIR *list __cleanup(close_dir) = open_list(dir);
	const struct dirent *entry;
	struct stat st;
	int rc = 0;

	while (list && !rc && (entry = readdir(list))) {
		struct item item;

		if (!strcmp(entry->d_name, UNFINISHED))
			unlinkat(dir, entry->d_name, 0);
		if (!parse_name(entry->d_name, &item) ||
		    fstatat(dir, entry->d_name, &st, AT_SYMLINK_NOFOLLOW) || !S_ISREG(st.st_mode))
			continue;
		if (dir != q->dir && renameat(dir, entry->d_name, q->dir, entry->d_name))
			continue;
		item.size = (uint64_t)st.st_size;
		rc = add_item(q, &item);
	}
	return rc;
}

static void take_other(struct queue *q, const char *name)
{
	int dir __cleanup(close_fd) =
		openat(q->base, name, O_RDONLY | O_DIRECTORY | O_CLOEXEC | O_NOFOLLOW);

	if (dir < 0 || flock(dir, LOCK_EX | LOCK_NB))
		return; /* its recording runs */
	if (!take_all(q, dir))
		unlinkat(q->base, name, AT_REMOVEDIR);
}

/* What recordings that have ended have left for this receiver. */
static void take_left(struct queue *q, const char *receiver)
{
	DIR *list __cleanup(close_dir) = open_list(q->base);
	size_t len = strlen(receiver);
	const struct dirent *entry;

	while (list && (entry = readdir(list))) {
		if (!strncmp(entry->d_name, receiver, len) && entry->d_name[len] == '-' &&
		    strcmp(entry->d_name, q->name) != 0)
			take_other(q, entry->d_name);
	}
	sort(q->items, q->cnt, sizeof(*q->items), compare_items);
}

struct queue *queue_new(const char *base, const char *receiver, const struct queue_limits *limits,
			struct error *err)
{
	struct queue *q = calloc(1, sizeof(*q));
	int rc;

	if (!q) {
		error_set(err, ENOMEM, "out of memory");
		return NULL;
	}
	q->base = q->dir = -1;
	q->limits = *limits;
	rc = open_base(q, base, err) ?: open_own(q, base, receiver, err);
	if (!rc && take_all(q, q->dir))
		rc = error_set(err, ENOMEM, "out of memory");
	if (rc) {
		queue_free(q);
		return NULL;
	}
	take_left(q, receiver);
	return q;
}

void queue_leave(struct queue *q)
{
	close_fd(&q->base);
	close_fd(&q->dir);
	free(q->path);
	free(q->items);
	free(q);
}

void queue_free(struct queue *q)
{
	if (!q)
		return;
	if (q->dir >= 0)
		unlinkat(q->base, q->name, AT_REMOVEDIR); /* fails if something is in it */
	queue_leave(q);
}

/* ------------------------------------------------------------------------------ use */

/* i: of those that wait. The ones before it move, as there is at most one. */
static void remove_item(struct queue *q, size_t i)
{
	const struct item item = q->items[q->first + i];
	char name[NAME_ROOM];

	name_item(&item, name);
	unlinkat(q->dir, name, 0);
	memmove(q->items + q->first + 1, q->items + q->first, i * sizeof(*q->items));
	q->bytes -= item.size;
	q->values -= item.values;
	q->first++;
	q->cnt--;
}

void queue_remove_first(struct queue *q)
{
	q->held = false;
	remove_item(q, 0);
}

void queue_put_back(struct queue *q)
{
	q->held = false;
}

/* The oldest one that nobody sends. False: there is none. */
static bool drop_oldest(struct queue *q, struct queue_sum *dropped)
{
	if (q->cnt <= q->held)
		return false;
	dropped->cnt++;
	dropped->values += q->items[q->first + q->held].values;
	remove_item(q, q->held);
	return true;
}

/* A clock that was set back makes nothing older. */
void queue_expire(struct queue *q, uint64_t now_ns, struct queue_sum *dropped)
{
	while (q->cnt > q->held && q->items[q->first + q->held].time_ns + q->limits.age_ns < now_ns)
		drop_oldest(q, dropped);
}

static int copy(int from, int to, uint64_t size)
{
	off_t at = 0;
	ssize_t sent = 1;

	while (sent > 0 && (uint64_t)at < size)
		sent = sendfile(to, from, &at, size - (uint64_t)at);
	if (sent < 0)
		return -errno;
	return (uint64_t)at == size ? 0 : -EIO;
}

static int write_item(struct queue *q, int from, const struct item *item)
{
	int to __cleanup(close_fd) =
		openat(q->dir, UNFINISHED, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
	char name[NAME_ROOM];
	int rc = to < 0 ? -errno : copy(from, to, item->size);

	name_item(item, name);
	if (!rc && renameat(q->dir, UNFINISHED, q->dir, name))
		rc = -errno;
	if (rc && to >= 0)
		unlinkat(q->dir, UNFINISHED, 0);
	return rc;
}

/* If the disk is full, the oldest make room. */
int queue_put(struct queue *q, int from, uint64_t values, uint64_t now_ns,
	      struct queue_sum *dropped, struct error *err)
{
	struct item item = { .time_ns = now_ns, .nr = q->nr, .values = values };
	struct stat st;
	int rc;

	if (fstat(from, &st))
		return error_set(err, errno, "%s: %s", q->path, strerror(errno));
	item.size = (uint64_t)st.st_size;
	if (item.size > q->limits.size)
		return error_set(err, EFBIG,
				 "a profile has %" PRIu64 " bytes, more than --push-queue-size",
				 item.size);
	while (q->bytes + item.size > q->limits.size && drop_oldest(q, dropped))
		;
	while ((rc = write_item(q, from, &item)) == -ENOSPC && drop_oldest(q, dropped))
		;
	if (!rc && add_item(q, &item))
		rc = -ENOMEM;
	return rc ? error_set(err, -rc, "can't write to %s: %s", q->path, strerror(-rc)) : 0;
}

int queue_first(struct queue *q, size_t *size, struct queue_sum *has)
{
	char name[NAME_ROOM];
	int fd;

	if (!q->cnt)
		return -ENOENT;
	*has = (struct queue_sum){ 1, q->items[q->first].values };
	*size = q->items[q->first].size;
	name_item(&q->items[q->first], name);
	fd = openat(q->dir, name, O_RDONLY | O_CLOEXEC | O_NOFOLLOW);
	if (fd < 0)
		return -errno;
	q->held = true;
	return fd;
}

void queue_sum(const struct queue *q, struct queue_sum *sum, uint64_t *bytes)
{
	*sum = (struct queue_sum){ q->cnt, q->values };
	*bytes = q->bytes;
}
