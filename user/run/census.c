// SPDX-License-Identifier: GPL-2.0-or-later
/* Which files are perls, who maps them, which are attached. */
#include "census.h"

#include <dirent.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/vfs.h>
#include <time.h>
#include <uthash.h>

#include "attach/mmaps.h"
#include "attach/object.h"
#include "nytprof_bpf.h"
#include "options.h"
#include "run/recorder.h"
#include "run/wanted.h"
#include "target/find.h"
#include "target/perl.h"
#include "target/process.h"
#include "util/cleanup.h"
#include "util/error.h"
#include "util/log.h"

#define OVERLAY_MAGIC 0x794c7630 /* include/uapi/linux/magic.h, OVERLAYFS_SUPER_MAGIC */
#define FILES_MAX     16384
#define WAITING_MAX   16384
#define QUICK_TRIES   20
#define RETRY_NS      5000000000ull
#define SWEEP_NS      60000000000ull

enum state {
	FILE_UNKNOWN,
	FILE_PLAIN, /* no perl, */
	FILE_REFUSED, /* or one that can't be recorded */
	FILE_WAITING, /* a perl that nobody has who is wanted */
	FILE_ATTACHED,
};

struct file_key {
	dev_t dev;
	uint64_t ino;
};

/*
 * What tells a file in overlays: each has another device, and the number of the file below, where the probe
 * is.
 */
struct identity {
	bool overlay;
	struct stat st;
};

struct known {
	struct file_key key;
	enum state state;
	struct identity identity;
	uint64_t attached_ns; /* since when */
	int image;
	bool used; /* since the last sweep */
	UT_hash_handle hh;
};

/* A process with a perl that is not wanted: it may become another user, or have no command line yet. */
struct waiting {
	pid_t pid;
	unsigned tries;
	UT_hash_handle hh;
};

struct census {
	struct recorder *recorder;
	const struct options *options;
	struct wanted *wanted;
	struct mmaps *mmaps;
	struct known *files;
	struct waiting *waiting;
	bool began;
	bool new_waiting;
	uint64_t retry_at_ns;
	uint64_t sweep_at_ns;
	unsigned attached; /* files */
	unsigned late; /* processes that ran before their perl was known, */
	unsigned unknown; /* or had ended before it was known whether they are wanted */
	uint64_t lost; /* notices of the kernel */
};

static uint64_t clock_now(const struct census *c)
{
	struct timespec ts;

	clock_gettime(c->options->nytprof.clock, &ts);
	return (uint64_t)ts.tv_sec * 1000000000ull + (uint64_t)ts.tv_nsec;
}

struct census *census_new(struct recorder *r, const struct options *options, struct error *err)
{
	struct census *c = calloc(1, sizeof(*c));

	if (!c) {
		error_set(err, ENOMEM, "out of memory");
		return NULL;
	}
	c->recorder = r;
	c->options = options;
	c->wanted = wanted_new(&options->all, err);
	if (c->wanted)
		c->mmaps = mmaps_new(options->nytprof.clock, err);
	if (c->mmaps)
		return c;
	census_free(c);
	return NULL;
}

void census_free(struct census *c)
{
	struct waiting *w, *next_waiting;
	struct known *k, *next;

	if (!c)
		return;
	HASH_ITER(hh, c->files, k, next) {
		HASH_DEL(c->files, k);
		free(k);
	}
	HASH_ITER(hh, c->waiting, w, next_waiting) {
		HASH_DEL(c->waiting, w);
		free(w);
	}
	mmaps_free(c->mmaps);
	wanted_free(c->wanted);
	free(c);
}

/* ------------------------------------------------------------------------- files */

static void forget(struct census *c, struct known *k)
{
	HASH_DEL(c->files, k);
	free(k);
}

/* Those that are no perls are looked at again when they are met again. */
static void forget_plain(struct census *c, bool used_ones)
{
	struct known *k, *next;

	HASH_ITER(hh, c->files, k, next) {
		if (k->state != FILE_ATTACHED && (used_ones || !k->used))
			forget(c, k);
	}
}

static struct known *known_of(struct census *c, const struct mapped_file *file)
{
	struct file_key key = { .dev = file->dev, .ino = file->ino };
	struct known *k;

	HASH_FIND(hh, c->files, &key, sizeof(key), k);
	if (k)
		return k;
	if (HASH_COUNT(c->files) >= FILES_MAX)
		forget_plain(c, true);
	k = calloc(1, sizeof(*k));
	if (!k)
		return NULL;
	k->key = key;
	HASH_ADD(hh, c->files, key, sizeof(k->key), k);
	return k;
}

static void identify(struct known *k, int fd)
{
	struct statfs fs;

	k->identity.overlay = !fstatfs(fd, &fs) && fs.f_type == OVERLAY_MAGIC;
	if (fstat(fd, &k->identity.st))
		memset(&k->identity.st, 0, sizeof(k->identity.st));
}

/* Another overlay's name for a file that is probed: a second probe there would count everything twice. */
static bool is_same_file(const struct identity *one, const struct identity *other)
{
	const struct stat *a = &one->st, *b = &other->st;

	return (one->overlay || other->overlay) && a->st_ino == b->st_ino &&
	       a->st_size == b->st_size && a->st_ctim.tv_sec == b->st_ctim.tv_sec &&
	       a->st_ctim.tv_nsec == b->st_ctim.tv_nsec;
}

static const struct known *find_same(const struct census *c, const struct known *other)
{
	const struct known *k;

	for (k = c->files; k; k = k->hh.next) {
		if (k != other && k->state == FILE_ATTACHED &&
		    is_same_file(&k->identity, &other->identity))
			return k;
	}
	return NULL;
}

/* What is it?  The image, if that is wanted. */
static void examine(struct known *k, const struct mapped_file *file, struct perl_image **image)
{
	int fd __cleanup(close_fd) = mapped_file_open(file);
	struct perl_image *found;
	struct error err;

	if (fd < 0)
		return;
	found = perl_image_new(fd, file->path, &err);
	if (found) {
		k->state = FILE_WAITING;
		identify(k, fd);
	} else {
		k->state = errno == ENOTSUP ? FILE_REFUSED : FILE_PLAIN;
	}
	if (k->state == FILE_REFUSED)
		log_warning("%s (process %d) is not profiled: %s", file->path, file->pid, err.text);
	if (image)
		*image = found;
	else
		perl_image_free(found);
}

/* Takes the image over. */
static void attach(struct census *c, struct known *k, struct perl_image *image)
{
	const struct known *same = find_same(c, k);
	struct error err;
	int rc;

	if (same) {
		perl_image_free(image);
		k->image = same->image;
		k->attached_ns = same->attached_ns;
		k->state = FILE_ATTACHED;
		return;
	}
	rc = recorder_add_image(c->recorder, image, &err);
	k->image = rc;
	rc = rc < 0 ? rc : recorder_attach_everybody(c->recorder, rc, &err);
	if (rc)
		log_warning("%s", err.text);
	k->state = rc ? FILE_REFUSED : FILE_ATTACHED;
	k->attached_ns = clock_now(c);
	c->attached += !rc;
}

/* --------------------------------------------------------------------- processes */

static void wait_for(struct census *c, pid_t pid)
{
	struct waiting *w;

	HASH_FIND_INT(c->waiting, &pid, w);
	if (w || HASH_COUNT(c->waiting) >= WAITING_MAX)
		return;
	w = calloc(1, sizeof(*w));
	if (!w)
		return;
	w->pid = pid;
	HASH_ADD_INT(c->waiting, pid, w);
	c->new_waiting = true;
}

static bool is_wanted(struct census *c, pid_t pid)
{
	enum fit fit = wanted_process(c->wanted, pid);

	if (fit == FIT_NO)
		wait_for(c, pid);
	return fit == FIT_YES || (fit == FIT_GONE && wanted_is_everybody(c->wanted));
}

/* A process had a perl before that was attached to, or with one that still is not. */
static void count_late(struct census *c, const struct known *k, pid_t pid)
{
	enum fit fit = wanted_process(c->wanted, pid);

	if (fit == FIT_GONE && !wanted_is_everybody(c->wanted))
		c->unknown++;
	else if (k->state == FILE_ATTACHED && fit != FIT_NO)
		c->late++;
}

/* A process has mapped a file; ns: when it did, 0: before we looked. */
static void meet(struct census *c, const struct mapped_file *file, uint64_t ns)
{
	struct perl_image *image = NULL;
	struct known *k = known_of(c, file);

	if (mapped_file_is_coro(file))
		recorder_spare_returns(c->recorder, file->pid);
	if (!k)
		return;
	k->used = true;
	if (k->state == FILE_UNKNOWN)
		examine(k, file, &image);
	if (k->state == FILE_UNKNOWN) {
		forget(c, k);
		return;
	}
	if (k->state == FILE_WAITING && is_wanted(c, file->pid)) {
		if (!image)
			examine(k, file, &image);
		if (image)
			attach(c, k, take_ptr(image));
	}
	perl_image_free(image);
	if (ns && (k->state == FILE_WAITING || (k->state == FILE_ATTACHED && ns < k->attached_ns)))
		count_late(c, k, file->pid);
}

static void visit_file(const struct mapped_file *file, void *arg)
{
	meet(arg, file, 0);
}

static void visit_all(struct census *c)
{
	DIR *proc __cleanup(close_dir) = opendir("/proc");
	const struct dirent *d;
	int pid;

	while (proc && (d = readdir(proc))) {
		pid = atoi(d->d_name);
		if (pid > 0)
			process_each_mapped(pid, visit_file, c);
	}
}

static void try_again(struct census *c, struct waiting *w)
{
	enum fit fit = wanted_process(c->wanted, w->pid);
	unsigned before = c->attached;

	w->tries++;
	c->new_waiting |= w->tries < QUICK_TRIES;
	if (fit == FIT_NO)
		return;
	if (fit == FIT_YES) {
		process_each_mapped(w->pid, visit_file, c);
		c->late += c->attached > before;
	} else if (w->tries <= QUICK_TRIES) {
		c->unknown++;
	}
	HASH_DEL(c->waiting, w);
	free(w);
}

static void retry(struct census *c, bool quick)
{
	struct waiting *w, *next;

	HASH_ITER(hh, c->waiting, w, next) {
		if (!quick || w->tries < QUICK_TRIES)
			try_again(c, w);
	}
}

/* ------------------------------------------------------------------------- begin */

/* Loading the programs takes its time: for these it is over when the first process comes. */
static void prepare(struct census *c)
{
	struct found_perls found = {};
	struct error err;
	char *none[] = { NULL };
	size_t i;

	if (find_perls(&found, "/proc/self/exe", none, getenv("PATH"), &err))
		log_verbose("no perls are looked for on the PATH: %s", err.text);
	for (i = 0; i < found.image_cnt; i++) {
		struct perl_image *image = take_ptr(found.images[i]);
		const struct mapped_file file = { .dev = image->dev, .ino = image->ino };
		struct known *k = known_of(c, &file);

		if (!k || k->state != FILE_UNKNOWN) {
			perl_image_free(image);
			continue;
		}
		k->state = FILE_WAITING;
		k->used = true;
		identify(k, image->fd);
		if (wanted_is_everybody(c->wanted))
			attach(c, k, image);
		else if (recorder_add_image(c->recorder, image, &err) < 0)
			log_warning("%s", err.text);
	}
	found_perls_release(&found);
}

int census_begin(struct census *c, struct error *err)
{
	/* Of who is not recorded nobody would notice that it changes between C stacks. */
	if (!wanted_is_everybody(c->wanted))
		recorder_spare_returns(c->recorder, 0);
	(void)err;
	prepare(c);
	visit_all(c);
	c->began = true;
	c->sweep_at_ns = clock_now(c) + SWEEP_NS;
	census_take(c);
	return 0;
}

int census_maps(struct census *c, struct error *err)
{
	struct maps maps;

	recorder_maps(c->recorder, &maps);
	return wanted_begin(c->wanted, &maps, err);
}

/* ------------------------------------------------------------------------- later */

static void see(const struct mmapped *what, void *arg)
{
	struct census *c = arg;

	struct waiting *w;

	if (what->program)
		wanted_note_program(c->wanted, what->file->pid, what->file->path);
	meet(c, what->file, what->ns);
	/* When a program is mapped its command line is not there yet; with its libraries, it is. */
	HASH_FIND_INT(c->waiting, &what->file->pid, w);
	if (w && w->tries < QUICK_TRIES)
		try_again(c, w);
}

int census_fd(const struct census *c)
{
	return mmaps_fd(c->mmaps);
}

void census_take(struct census *c)
{
	uint64_t lost = mmaps_read(c->mmaps, see, c);

	c->lost += lost;
	if (lost) /* so look for yourself */
		c->sweep_at_ns = 0;
}

void census_tick(struct census *c, uint64_t now_ns)
{
	bool quick = c->new_waiting && now_ns < c->retry_at_ns;

	if (now_ns >= c->retry_at_ns || quick) {
		c->new_waiting = false;
		retry(c, quick);
	}
	if (!quick && now_ns >= c->retry_at_ns) {
		wanted_refresh(c->wanted);
		c->retry_at_ns = now_ns + RETRY_NS;
	}
	if (now_ns < c->sweep_at_ns)
		return;
	visit_all(c);
	forget_plain(c, false);
	for (struct known *k = c->files; k; k = k->hh.next)
		k->used = false;
	c->sweep_at_ns = now_ns + SWEEP_NS;
}

bool census_wants(struct census *c, const struct interp *in)
{
	return wanted_interp(c->wanted, in);
}

void census_print_summary(const struct census *c)
{
	if (c->late)
		log_warning(
			"%u process%s met late: what %s ran before the perl was known is not in "
			"%s profile%s",
			c->late, c->late > 1 ? "es were" : " was", c->late > 1 ? "they" : "it",
			c->late > 1 ? "their" : "its", c->late > 1 ? "s" : "");
	if (c->unknown)
		log_warning(
			"%u process%s with a perl that was not attached to yet ended before it was "
			"known whether the filters mean %s",
			c->unknown, c->unknown > 1 ? "es" : "", c->unknown > 1 ? "them" : "it");
	if (c->lost)
		log_verbose("%llu notices of mapped files were lost, and the processes looked at "
			    "again",
			    (unsigned long long)c->lost);
}
