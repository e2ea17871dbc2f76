// SPDX-License-Identifier: GPL-2.0-or-later
/* Names, rights, lock and size of the output directory; all by its descriptor. */
#include "store.h"

#include <ctype.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "all_options.h"
#include "drain/tracee.h"
#include "util/cleanup.h"
#include "util/clock.h"
#include "util/error.h"
#include "util/log.h"

#define SUFFIX	  ".nytprof"
#define LOCK_NAME ".lock"
#define TRIM_NS	  2000000000ull /* the directory is not listed again sooner, */
#define TRIM_PART 16 /* unless that part of what may be there has come */

struct store {
	const struct all_options *options;
	int dir;
	int lock;
	struct store_sums sums;
	uint64_t listed_ns; /* when it was, */
	uint64_t files; /* and what had been written then */
	uint64_t bytes;
	bool (*is_used)(const char *name, const void *arg); /* NULL: none is */
	const void *arg;
};

/* A file of the directory. */
struct entry {
	char *name;
	uint64_t size;
	struct timespec mtime;
};

struct listing {
	struct entry *entries;
	size_t cnt;
	uint64_t size; /* of all */
	time_t tomorrow; /* in a day, by the clock */
};

/* --------------------------------------------------------------------- directory */

/* Makes it, but not what is above it; never follows a link in the last place. */
static int open_dir(const char *path, struct error *err)
{
	struct stat st;
	int fd;

	if (mkdir(path, 0700) && errno != EEXIST)
		return error_set(err, errno, "can't make the directory %s: %s", path,
				 strerror(errno));
	fd = open(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
	if (fd < 0)
		return error_set(err, errno, "can't use the directory %s: %s", path,
				 errno == ELOOP || errno == ENOTDIR ?
					 "it is a link, or no directory" :
					 strerror(errno));
	if (!fstat(fd, &st) && st.st_uid == geteuid() && !(st.st_mode & 066))
		return fd;
	close(fd);
	return error_set(err, EPERM,
			 "the directory %s is not ours alone (owner %u, mode %04o): profiles have "
			 "source code in them; chown and chmod 700 it, or name another one",
			 path, st.st_uid, st.st_mode & 07777);
}

/* A lock that ends with the process, and says whose it is. */
static int take_lock(struct store *s, struct error *err)
{
	struct flock lock = { .l_type = F_WRLCK, .l_whence = SEEK_SET };

	s->lock = openat(s->dir, LOCK_NAME, O_RDWR | O_CREAT | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK,
			 0600);
	if (s->lock < 0)
		return error_set(err, errno, "can't open %s/" LOCK_NAME ": %s",
				 s->options->output_dir, strerror(errno));
	if (!fcntl(s->lock, F_SETLK, &lock))
		return 0;
	if (errno != EAGAIN && errno != EACCES)
		return error_set(err, errno, "can't lock %s/" LOCK_NAME ": %s",
				 s->options->output_dir, strerror(errno));
	if (fcntl(s->lock, F_GETLK, &lock) || lock.l_type == F_UNLCK)
		lock.l_pid = 0;
	return error_set(err, EBUSY,
			 "another nytprof-bpf (process %d) writes to %s: stop it, or name another "
			 "--output-dir",
			 lock.l_pid, s->options->output_dir);
}

/* Of an agent that was killed while it wrote. */
static void remove_temporary(const struct store *s)
{
	static const char prefix[] = ".nytprof-bpf.", suffix[] = ".tmp";
	int fd = fcntl(s->dir, F_DUPFD_CLOEXEC, 0);
	DIR *dir __cleanup(close_dir) = fd < 0 ? NULL : fdopendir(fd);
	const struct dirent *d;

	if (!dir)
		close_fd(&fd);
	while (dir && (d = readdir(dir))) {
		size_t len = strlen(d->d_name);

		if (len > sizeof(prefix) + sizeof(suffix) &&
		    !strncmp(d->d_name, prefix, strlen(prefix)) &&
		    !strcmp(d->d_name + len - strlen(suffix), suffix))
			unlinkat(s->dir, d->d_name, 0);
	}
}

struct store *store_new(const struct all_options *options, struct error *err)
{
	struct store *s = calloc(1, sizeof(*s));
	int rc;

	if (!s) {
		error_set(err, ENOMEM, "out of memory");
		return NULL;
	}
	s->options = options;
	s->lock = -1;
	s->dir = rc = open_dir(options->output_dir, err);
	rc = rc < 0 ? rc : take_lock(s, err);
	if (!rc) {
		remove_temporary(s);
		store_trim(s);
		return s;
	}
	store_free(s);
	errno = -rc;
	return NULL;
}

void store_free(struct store *s)
{
	if (!s)
		return;
	close_fd(&s->lock);
	close_fd(&s->dir);
	free(s);
}

int store_dir(const struct store *s)
{
	return s->dir;
}

/* ------------------------------------------------------------------------- names */

#define STAMP_SIZE 40

/* UTC */
static void write_stamp(int64_t ns, char stamp[STAMP_SIZE])
{
	time_t seconds = (time_t)(ns / 1000000000);
	struct tm tm;
	size_t len = strftime(stamp, STAMP_SIZE, "%Y%m%dT%H%M%S", gmtime_r(&seconds, &tm));

	snprintf(stamp + len, STAMP_SIZE - len, ".%06u", (unsigned)(ns % 1000000000 / 1000));
}

char *store_name(const struct store *s, const struct tracee *t, int64_t start_ns)
{
	char comm[sizeof(t->comm) + 1] = "", stamp[STAMP_SIZE], *name;
	size_t i;

	for (i = 0; i < sizeof(t->comm) && t->comm[i]; i++) {
		char c = t->comm[i];

		comm[i] = isalnum((unsigned char)c) || c == '-' || c == '_' ? c : '_';
	}
	write_stamp(start_ns, stamp);
	if (asprintf(&name, "%s/%s.%u.%s" SUFFIX, s->options->output_dir, *comm ? comm : "perl",
		     t->tgid, stamp) < 0)
		return NULL;
	return name;
}

/* Other characters as in a URL, so that two names stay two. */
char *store_merged_name(const char *kind, const char *name, int64_t start_ns)
{
	char safe[NAME_MAX - 80], stamp[STAMP_SIZE], *file;
	size_t len = 0;

	for (; *name && len + 4 < sizeof(safe); name++) {
		if (isalnum((unsigned char)*name) || strchr("-_.@:", *name))
			safe[len++] = *name;
		else
			len += (size_t)snprintf(safe + len, 4, "%%%02x", (unsigned char)*name);
	}
	safe[len] = '\0';
	write_stamp(start_ns, stamp);
	if (asprintf(&file, "%s-%s.merged.%s" SUFFIX, kind, safe, stamp) < 0)
		return NULL;
	return file;
}

static bool is_profile(const char *name)
{
	size_t len = strlen(name);

	return name[0] != '.' && len > strlen(SUFFIX) &&
	       !strcmp(name + len - strlen(SUFFIX), SUFFIX);
}

/* --------------------------------------------------------------------- retention */

static int add_entry(struct listing *l, const char *name, const struct stat *st)
{
	struct entry *more;

	if (!(l->cnt & (l->cnt + 1)) || !l->entries) { /* 2^n - 1 are there */
		more = reallocarray(l->entries, 2 * l->cnt + 2, sizeof(*more));
		if (!more)
			return -ENOMEM;
		l->entries = more;
	}
	l->entries[l->cnt].name = strdup(name);
	if (!l->entries[l->cnt].name)
		return -ENOMEM;
	l->entries[l->cnt].size = (uint64_t)st->st_blocks * 512;
	/* It is older than the time when the clock was set back, not newer than all that was written since. */
	if (st->st_mtim.tv_sec < l->tomorrow)
		l->entries[l->cnt].mtime = st->st_mtim;
	else
		l->entries[l->cnt].mtime = (struct timespec){};
	l->cnt++;
	l->size += (uint64_t)st->st_blocks * 512;
	return 0;
}

static int by_age(const void *one, const void *other)
{
	const struct entry *a = one, *b = other;

	if (a->mtime.tv_sec != b->mtime.tv_sec)
		return a->mtime.tv_sec < b->mtime.tv_sec ? -1 : 1;
	if (a->mtime.tv_nsec != b->mtime.tv_nsec)
		return a->mtime.tv_nsec < b->mtime.tv_nsec ? -1 : 1;
	return strcmp(a->name, b->name);
}

/* The profiles that are there, the oldest first; what else there may be is none of ours. */
static void list(const struct store *s, struct listing *l)
{
	int fd = openat(s->dir, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	DIR *dir __cleanup(close_dir) = fd < 0 ? NULL : fdopendir(fd);
	const struct dirent *d;
	struct stat st;

	if (!dir)
		close_fd(&fd);
	while (dir && (d = readdir(dir))) {
		if (!is_profile(d->d_name) ||
		    fstatat(s->dir, d->d_name, &st, AT_SYMLINK_NOFOLLOW) || !S_ISREG(st.st_mode))
			continue;
		if (add_entry(l, d->d_name, &st))
			break;
	}
	if (l->cnt)
		qsort(l->entries, l->cnt, sizeof(*l->entries), by_age);
}

static void listing_release(struct listing *l)
{
	size_t i;

	for (i = 0; i < l->cnt; i++)
		free(l->entries[i].name);
	free(l->entries);
}

/* The oldest ones, until so many and so much of them are left. */
static uint64_t remove_oldest(const struct store *s, struct listing *l, uint64_t keep,
			      uint64_t size)
{
	uint64_t removed = 0;
	size_t i;

	for (i = 0; i < l->cnt && (l->cnt - removed > keep || l->size > size); i++) {
		const char *name = l->entries[i].name;

		if ((s->is_used && s->is_used(name, s->arg)) || unlinkat(s->dir, name, 0))
			continue;
		l->size -= l->entries[i].size;
		removed++;
	}
	return removed;
}

void store_spare(struct store *s, bool (*is_used)(const char *name, const void *arg),
		 const void *arg)
{
	s->is_used = is_used;
	s->arg = arg;
}

void store_trim(struct store *s)
{
	const struct all_options *o = s->options;
	struct listing l = { .tomorrow = time(NULL) + 24 * 60 * 60 };
	uint64_t removed;

	list(s, &l);
	removed = remove_oldest(s, &l, o->keep ?: UINT64_MAX, o->max_size ?: UINT64_MAX);
	if (removed)
		log_verbose("%s: %llu of the oldest profiles are removed", o->output_dir,
			    (unsigned long long)removed);
	s->sums.files = l.cnt - removed;
	s->sums.bytes = l.size;
	s->sums.removed += removed;
	s->listed_ns = mono_ns();
	listing_release(&l);
}

/* To list a large directory takes long, and in a storm of processes something is written with each tick. */
static bool is_trim_due(const struct store *s, uint64_t files, uint64_t bytes)
{
	const struct all_options *o = s->options;

	if (files == s->files)
		return false;
	return mono_ns() - s->listed_ns >= TRIM_NS ||
	       (o->keep && files - s->files > o->keep / TRIM_PART) ||
	       (o->max_size && bytes - s->bytes > o->max_size / TRIM_PART);
}

void store_trim_if_due(struct store *s, uint64_t files, uint64_t bytes)
{
	if (!is_trim_due(s, files, bytes))
		return;
	s->files = files;
	s->bytes = bytes;
	store_trim(s);
}

void store_sums(const struct store *s, struct store_sums *sums)
{
	*sums = s->sums;
}
