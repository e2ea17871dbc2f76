// SPDX-License-Identifier: GPL-2.0-or-later
/* Names, rights, lock and size of the output directory; all by its descriptor. */
#include "store/store.h"

#include <ctype.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "log/log.h"
#include "options/host_options.h"
#include "tracee/tracee.h"
#include "util/cleanup.h"
#include "util/clock.h"
#include "util/error.h"
#include "util/sort.h"

#define SUFFIX	  ".nytprof"
#define LOCK_NAME ".lock"
#define TRIM_NS	  2000000000ull /* the directory is not listed again sooner, */
#define TRIM_PART 16 /* unless that part of what may be there has come */

struct store {
	const struct host_options *options;
	int dir;
	int lock;
	struct store_sums sums;
	uint64_t *removed; /* files; shared with forks of the agent */
	uint64_t listed_ns; /* when it was, */
	uint64_t files; /* and what had been written then */
	uint64_t bytes;
	bool (*is_used)(const char *name, const void *arg); /* NULL: none is */
	const void *arg;
};

#define ROOT 0u /* whose a profile is that has no user in its name: a sum, or an old one */

/* What is counted of files. */
enum quantity {
	FILES,
	BYTES, /* of the disk */
	QUANTITY_CNT,
};

/* A file of the directory. */
struct entry {
	char *name; /* NULL: it was removed */
	uint32_t user;
	uint64_t size;
	struct timespec mtime;
};

/* What one user has in it: entries that follow each other. */
struct share {
	size_t from;
	size_t to;
	size_t at; /* those before it were removed, or have to stay */
	uint64_t has[QUANTITY_CNT];
};

struct listing {
	struct entry *entries;
	size_t cnt;
	struct share *shares;
	size_t share_cnt;
	uint64_t has[QUANTITY_CNT]; /* all */
	time_t tomorrow; /* in a day, by the clock */
};

/* --------------------------------------------------------------------- directory */

/* Is it nobody's but ours to write to, and to list, unless there are readers? */
static bool is_ours(const struct stat *st, bool has_readers)
{
	return st->st_uid == geteuid() && !(st->st_mode & (has_readers ? 022 : 066));
}

static void warn_unlisted(const char *path, const struct stat *st)
{
	if ((st->st_mode & 055) != 055)
		log_warning(
			"--group: others can't list the directory %s (mode %04o), so its readers "
			"must know the names of profiles: chmod 755 it",
			path, st->st_mode & 07777);
}

/* Makes it, but not what is above it; never follows a link in the last place. */
static int open_dir(const char *path, bool has_readers, struct error *err)
{
	struct stat st;
	int fd;

	if (mkdir(path, has_readers ? 0755 : 0700) && errno != EEXIST)
		return error_set(err, errno, "can't create the directory %s: %s", path,
				 strerror(errno));
	fd = open(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
	if (fd < 0)
		return error_set(err, errno, "can't use the directory %s: %s", path,
				 errno == ELOOP || errno == ENOTDIR ?
					 "it is a symbolic link, or not a directory" :
					 strerror(errno));
	if (!fstat(fd, &st) && is_ours(&st, has_readers)) {
		if (has_readers)
			warn_unlisted(path, &st);
		return fd;
	}
	close(fd);
	return error_set(err, EPERM,
			 "other users can reach the directory %s (owner %u, mode %04o), and "
			 "profiles contain source code: chown it and chmod %s it, or name "
			 "another one",
			 path, st.st_uid, st.st_mode & 07777, has_readers ? "755" : "700");
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

struct store *store_new(const struct host_options *options, struct error *err)
{
	struct store *s = calloc(1, sizeof(*s));
	int rc;

	if (!s) {
		error_set(err, ENOMEM, "out of memory");
		return NULL;
	}
	s->options = options;
	s->dir = s->lock = -1;
	s->removed = mmap(NULL, sizeof(*s->removed), PROT_READ | PROT_WRITE,
			  MAP_SHARED | MAP_ANONYMOUS, -1, 0);
	if (s->removed == MAP_FAILED)
		rc = error_set(err, ENOMEM, "out of memory");
	else
		rc = s->dir = open_dir(options->output_dir, options->readers.cnt, err);
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
	if (s->removed != MAP_FAILED)
		munmap(s->removed, sizeof(*s->removed));
	free(s);
}

int store_dir(const struct store *s)
{
	return s->dir;
}

/* ------------------------------------------------------------------------- names */

#define STAMP_SIZE 40
#define WORD_SIZE  40 /* of a name that a program has chosen */

/* UTC */
static void write_stamp(int64_t ns, char stamp[STAMP_SIZE])
{
	time_t seconds = (time_t)(ns / 1000000000);
	struct tm tm;
	size_t len = strftime(stamp, STAMP_SIZE, "%Y%m%dT%H%M%S", gmtime_r(&seconds, &tm));

	snprintf(stamp + len, STAMP_SIZE - len, ".%06u", (unsigned)(ns % 1000000000 / 1000));
}

/* What runs: the process's name, or if that is perl's, the script's. */
static void write_word(const struct tracee *t, char word[WORD_SIZE])
{
	const char *script = t->application && *t->application != '-' ? t->application : "";
	const char *slash = strrchr(script, '/'), *from = t->comm;
	size_t len = strnlen(t->comm, sizeof(t->comm)), i;

	script = slash ? slash + 1 : script;
	if (!len || (*script && !strncmp(t->comm, "perl", 4) &&
		     strspn(t->comm + 4, "0123456789.") == len - 4)) {
		from = *script ? script : "perl";
		len = strlen(from);
	}
	for (i = 0; i < len && i + 1 < WORD_SIZE; i++)
		word[i] = isalnum((unsigned char)from[i]) || from[i] == '-' ? from[i] : '_';
	word[i] = '\0';
}

char *store_name(const struct store *s, const struct tracee *t, int64_t start_ns)
{
	char word[WORD_SIZE], stamp[STAMP_SIZE], *name;

	write_word(t, word);
	write_stamp(start_ns, stamp);
	if (asprintf(&name, "%s/%s.%u.%s.u%u" SUFFIX, s->options->output_dir, word, t->tgid, stamp,
		     t->user) < 0)
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

/* The last word of the name but for the suffix: see store_name. */
static uint32_t user_of(const char *name)
{
	const char *end = name + strlen(name) - strlen(SUFFIX), *p = end;
	unsigned user;
	char dot;

	while (p > name && isdigit((unsigned char)p[-1]))
		p--;
	if (p == end || p < name + 2 || p[-1] != 'u' || p[-2] != '.')
		return ROOT;
	return sscanf(p, "%u%c", &user, &dot) == 2 ? user : ROOT;
}

static int add_entry(struct listing *l, const char *name, const struct stat *st)
{
	struct entry *more, *e;

	if (!(l->cnt & (l->cnt + 1)) || !l->entries) { /* 2^n - 1 are there */
		more = reallocarray(l->entries, 2 * l->cnt + 2, sizeof(*more));
		if (!more)
			return -ENOMEM;
		l->entries = more;
	}
	e = &l->entries[l->cnt];
	*e = (struct entry){ .name = strdup(name), .user = user_of(name) };
	if (!e->name)
		return -ENOMEM;
	e->size = (uint64_t)st->st_blocks * 512;
	/*
	 * It is older than the time when the clock was set back, not newer than all that was
	 * written since.
	 */
	if (st->st_mtim.tv_sec < l->tomorrow)
		e->mtime = st->st_mtim;
	l->cnt++;
	return 0;
}

static int by_user_and_age(const void *one, const void *other)
{
	const struct entry *a = one, *b = other;

	if (a->user != b->user)
		return a->user < b->user ? -1 : 1;
	if (a->mtime.tv_sec != b->mtime.tv_sec)
		return a->mtime.tv_sec < b->mtime.tv_sec ? -1 : 1;
	if (a->mtime.tv_nsec != b->mtime.tv_nsec)
		return a->mtime.tv_nsec < b->mtime.tv_nsec ? -1 : 1;
	return strcmp(a->name, b->name);
}

static void count_entry(struct listing *l, struct share *share, const struct entry *e, int sign)
{
	share->has[FILES] += (uint64_t)sign;
	share->has[BYTES] += (uint64_t)sign * e->size;
	l->has[FILES] += (uint64_t)sign;
	l->has[BYTES] += (uint64_t)sign * e->size;
}

/* Without memory for that nothing is removed this time. */
static void share_out(struct listing *l)
{
	struct share *share = NULL;
	size_t i;

	sort(l->entries, l->cnt, sizeof(*l->entries), by_user_and_age);
	l->shares = calloc(l->cnt, sizeof(*l->shares));
	for (i = 0; i < l->cnt && l->shares; i++) {
		if (!i || l->entries[i].user != l->entries[i - 1].user) {
			share = &l->shares[l->share_cnt++];
			share->from = i;
		}
		share->to = i + 1;
		count_entry(l, share, &l->entries[i], 1);
	}
}

/* The profiles that are there, each user's oldest first; what else there may be is none of ours. */
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
		share_out(l);
}

static void listing_release(struct listing *l)
{
	size_t i;

	for (i = 0; i < l->cnt; i++)
		free(l->entries[i].name);
	free(l->entries);
	free(l->shares);
}

/*
 * Who has most of those from whom something can be removed.  Who has no more than his equal part is
 * left alone, even if the others' processes all run: nobody can push out another user's profiles.
 * NULL: nobody.
 */
static struct share *largest(const struct listing *l, enum quantity of, uint64_t limit)
{
	struct share *found = NULL;
	size_t i;

	for (i = 0; i < l->share_cnt; i++) {
		struct share *share = &l->shares[i];

		if (share->at < share->to && share->has[of] > limit / l->share_cnt &&
		    (!found || share->has[of] > found->has[of]))
			found = share;
	}
	return found;
}

/* Removes an entry, unless it has to stay; one that can't be removed stays. */
static bool remove_entry(const struct store *s, struct entry *e, bool used_too)
{
	if (!e->name || (!used_too && s->is_used && s->is_used(e->name, s->arg)) ||
	    unlinkat(s->dir, e->name, 0))
		return false;
	free(e->name);
	e->name = NULL;
	return true;
}

/* The oldest ones of who has most, until there is no more than the limit. */
static void remove_oldest(const struct store *s, struct listing *l, enum quantity of,
			  uint64_t limit, bool used_too)
{
	struct share *share;
	size_t i;

	for (i = 0; i < l->share_cnt; i++)
		l->shares[i].at = l->shares[i].from;
	while (l->has[of] > limit && (share = largest(l, of, limit))) {
		struct entry *e = &l->entries[share->at++];

		if (remove_entry(s, e, used_too))
			count_entry(l, share, e, -1);
	}
}

void store_spare(struct store *s, bool (*is_used)(const char *name, const void *arg),
		 const void *arg)
{
	s->is_used = is_used;
	s->arg = arg;
}

void store_trim(struct store *s)
{
	const struct host_options *o = s->options;
	struct listing l = { .tomorrow = time(NULL) + 24 * 60 * 60 };
	uint64_t had;

	list(s, &l);
	had = l.has[FILES];
	remove_oldest(s, &l, FILES, o->keep ?: UINT64_MAX, false);
	remove_oldest(s, &l, BYTES, o->max_size ?: UINT64_MAX, false);
	/* A disk must not get full, whoever runs. */
	remove_oldest(s, &l, BYTES, o->max_size ?: UINT64_MAX, true);
	if (had > l.has[FILES])
		log_verbose("%s: removed the %llu oldest profiles", o->output_dir,
			    (unsigned long long)(had - l.has[FILES]));
	s->sums.files = l.has[FILES];
	s->sums.bytes = l.has[BYTES];
	__atomic_fetch_add(s->removed, had - l.has[FILES], __ATOMIC_RELAXED);
	s->listed_ns = mono_ns();
	listing_release(&l);
}

/*
 * To list a large directory takes long, and in a storm of processes something is written with each
 * tick.
 */
static bool is_trim_due(const struct store *s, uint64_t files, uint64_t bytes)
{
	const struct host_options *o = s->options;

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
	sums->removed = *s->removed;
}
