// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * A worker reads and parses the file (sandbox/sandbox.h): a small file can need much memory as JSON, and
 * the owners of programs choose most of it, such as annotations.
 */
#include "push/pods.h"

#include <errno.h>
#include <fcntl.h>
#include <jansson.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include <uthash.h>

#include "log/log.h"
#include "sandbox/sandbox.h"
#include "util/cleanup.h"
#include "util/error.h"

#define LIMIT_MS   5000
#define MEMORY_MAX (512u << 20)

struct entry {
	struct pod_container c;
	UT_hash_handle hh;
};

/* Tells one content of a file from another. */
struct identity {
	dev_t dev;
	ino_t ino;
	off_t size;
	struct timespec changed, modified;
};

struct pods {
	const char *path;
	struct entry *by_uid, *by_id; /* hashes; the first has pods alone */
	struct identity seen; /* what was read last, or is being read */
	struct sandbox_job *job; /* NULL: none */
	bool warned;
};

/* ------------------------------------------------------------------- the worker's side */

static int say(void *arg, const struct pod_container *c)
{
	return sandbox_say(arg, c, sizeof(*c));
}

/* Also fixes the seed of JSON's hashes, for which a worker can't open /dev/urandom. */
static int open_file(struct sandbox_worker *w)
{
	struct stat st;

	json_object_seed(0);
	w->fds[0] = open(w->request, O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC);
	if (w->fds[0] < 0 || fstat(w->fds[0], &st))
		return -errno;
	if (!S_ISREG(st.st_mode))
		return -EISDIR;
	return st.st_mode & S_IWOTH ? -EPERM : 0;
}

/* What is wrong with the text is the end of the answer. */
static int parse(struct sandbox_worker *w, const char *text, size_t len)
{
	struct error err;
	int rc = pod_list_parse(text, len, say, w, &err);

	if (rc == -EINVAL)
		rc = sandbox_say(w, err.text, sizeof(err.text)) ?: -EINVAL;
	return rc;
}

static int read_file(struct sandbox_worker *w)
{
	char *text __cleanup(free_ptr) = malloc(POD_LIST_SIZE_MAX + 1);
	size_t len = 0;
	ssize_t got = 1;

	while (text && len <= POD_LIST_SIZE_MAX && got > 0) {
		got = read(w->fds[0], text + len, POD_LIST_SIZE_MAX + 1 - len);
		len += got > 0 ? (size_t)got : 0;
	}
	if (!text || got < 0)
		return text ? -errno : -ENOMEM;
	return parse(w, text, len);
}

static const struct sandbox_task pods_task = {
	.name = "nytprof-pods",
	.open = open_file,
	.work = read_file,
	.limit_ms = LIMIT_MS,
	.memory_max = MEMORY_MAX,
	.answer_max = POD_LIST_MAX * sizeof(struct pod_container) + sizeof(struct error),
};

/* -------------------------------------------------------------------- the agent's side */

static void forget(struct entry **hash)
{
	struct entry *e, *next;

	HASH_ITER(hh, *hash, e, next) {
		HASH_DEL(*hash, e);
		free(e);
	}
}

static bool is_text(const char *text, size_t size)
{
	return strnlen(text, size) < size;
}

/* The worker has checked what is in the texts; that they end is checked here. */
static bool is_sane(const struct pod_container *c)
{
	return is_text(c->uid, sizeof(c->uid)) && is_text(c->namespace, sizeof(c->namespace)) &&
	       is_text(c->pod, sizeof(c->pod)) && is_text(c->id, sizeof(c->id)) &&
	       is_text(c->name, sizeof(c->name)) && *c->uid && *c->namespace && *c->pod &&
	       !*c->id == !*c->name;
}

/* The last one of a name counts. */
static int add(struct entry **by_uid, struct entry **by_id, const struct pod_container *c)
{
	struct entry *e = calloc(1, sizeof(*e)), *old;

	if (!e)
		return -ENOMEM;
	e->c = *c;
	if (*c->id)
		HASH_REPLACE_STR(*by_id, c.id, e, old);
	else
		HASH_REPLACE_STR(*by_uid, c.uid, e, old);
	free(old);
	return 0;
}

/* All of it, or nothing. */
static int take_all(struct pods *p, const struct sandbox_answer *a)
{
	struct entry *by_uid = NULL, *by_id = NULL;
	struct pod_container c;
	size_t at = 0;
	int rc = 0;

	while (!rc && sandbox_answer_copy(a, &at, &c, sizeof(c)))
		rc = is_sane(&c) ? add(&by_uid, &by_id, &c) : -EPROTO;
	rc = rc ?: at == a->len ? 0 : -EPROTO;
	if (rc) {
		forget(&by_uid);
		forget(&by_id);
		return rc;
	}
	forget(&p->by_uid);
	forget(&p->by_id);
	p->by_uid = by_uid;
	p->by_id = by_id;
	return 0;
}

static const char *reason(const struct sandbox_answer *a, int rc)
{
	const size_t room = sizeof(((struct error *)NULL)->text);
	const char *said = a->len >= room ? a->data + a->len - room : NULL;

	switch (-rc) {
	case EINVAL:
		return said && is_text(said, room) ? said : "it is no list of pods";
	case EISDIR:
		return "it is no regular file";
	case EPERM:
		return "others can write to it: run chmod o-w on it";
	case EPIPE:
	case ENOMEM:
		return "reading it takes too much memory";
	case ETIMEDOUT:
		return "reading it takes too long";
	default:
		return strerror(-rc);
	}
}

static int take_answer(struct pods *p, struct sandbox_answer *a, struct error *err)
{
	int rc = a->rc ?: take_all(p, a);

	if (rc)
		error_set(err, -rc, "--pods=%s: %s", p->path, reason(a, rc));
	sandbox_answer_release(a);
	p->job = NULL;
	return rc;
}

/* Also if it can't be looked at: the worker says why. */
static void look(struct pods *p)
{
	struct stat st = {};

	if (stat(p->path, &st))
		st = (struct stat){};
	p->seen = (struct identity){ st.st_dev, st.st_ino, st.st_size, st.st_ctim, st.st_mtim };
}

static bool is_same_time(const struct timespec *a, const struct timespec *b)
{
	return a->tv_sec == b->tv_sec && a->tv_nsec == b->tv_nsec;
}

static bool is_same(const struct identity *a, const struct identity *b)
{
	return a->dev == b->dev && a->ino == b->ino && a->size == b->size &&
	       is_same_time(&a->changed, &b->changed) && is_same_time(&a->modified, &b->modified);
}

static int begin(struct pods *p, struct error *err)
{
	p->job = sandbox_start(&pods_task, 0, p->path, strlen(p->path) + 1, NULL, 0);
	return p->job ? 0 :
			error_set(err, errno, "--pods=%s: can't read it: %s", p->path,
				  strerror(errno));
}

struct pods *pods_new(const char *path, struct error *err)
{
	struct pods *p = calloc(1, sizeof(*p));
	struct sandbox_answer a;
	int rc;

	if (!p) {
		error_set(err, ENOMEM, "out of memory");
		return NULL;
	}
	p->path = path;
	look(p);
	rc = begin(p, err);
	if (!rc) {
		sandbox_wait(p->job, &a);
		rc = take_answer(p, &a, err);
	}
	if (!rc)
		return p;
	pods_free(p);
	return NULL;
}

void pods_free(struct pods *p)
{
	if (!p)
		return;
	sandbox_give_up(p->job);
	forget(&p->by_uid);
	forget(&p->by_id);
	free(p);
}

static void warn(struct pods *p, int rc, const struct error *err)
{
	if (rc && !p->warned)
		log_warning("%s; the names that were read before stay", err->text);
	p->warned = rc;
}

void pods_refresh(struct pods *p)
{
	struct identity before;
	struct error err;

	if (!p || p->job)
		return;
	before = p->seen;
	look(p);
	if (is_same(&before, &p->seen) || !begin(p, &err))
		return;
	p->seen = before; /* the next time */
	warn(p, -EAGAIN, &err);
}

bool pods_is_busy(struct pods *p)
{
	struct sandbox_answer a;
	struct error err;

	if (!p || !p->job)
		return false;
	if (!sandbox_take(p->job, &a))
		return true;
	warn(p, take_answer(p, &a, &err), &err);
	return false;
}

void pods_wait(struct pods *p)
{
	while (pods_is_busy(p))
		sandbox_poll(p->job);
}

const struct pod_container *pods_find(const struct pods *p, const char *uid, const char *id)
{
	struct entry *e = NULL;

	if (p && *id)
		HASH_FIND_STR(p->by_id, id, e);
	if (p && !e)
		HASH_FIND_STR(p->by_uid, uid, e);
	return e ? &e->c : NULL;
}
