// SPDX-License-Identifier: GPL-2.0-or-later
/* Pages of /proc, read by workers; knows nothing of perl. */
#include "maps.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/sysmacros.h>
#include <unistd.h>

#include "sandbox/sandbox.h"
#include "util/cleanup.h"

#define BATCH	   128 /* processes of a job: each is a descriptor of the worker */
#define LIMIT_MS   2000
#define MEMORY_MAX (256u << 20)
#define ANSWER_MAX (64u << 20)

/* -------------------------------------------------------------------------- a line */

bool maps_parse(const char *line, struct mapped_file *m, char path[MAPS_PATH_MAX])
{
	unsigned dev_major, dev_minor;
	char perms[8];
	int at = 0;

	if (sscanf(line, "%" SCNx64 "-%" SCNx64 " %7s %*x %x:%x %" SCNu64 " %n", &m->start, &m->end,
		   perms, &dev_major, &dev_minor, &m->ino, &at) < 6)
		return false;
	m->code = strchr(perms, 'x') != NULL;
	m->dev = makedev(dev_major, dev_minor);
	snprintf(path, MAPS_PATH_MAX, "%s", at ? line + at : "");
	path[strcspn(path, "\n")] = '\0';
	m->path = path;
	return m->ino != 0;
}

/*
 * The next file that is mapped.  A path can be longer than any name that may be opened (mkdirat), and its owner
 * chooses it: the rest of a line is not a line.
 */
static bool next_mapping(FILE *maps, struct mapped_file *m, char path[MAPS_PATH_MAX])
{
	char line[MAPS_PATH_MAX + 256];
	int c;

	while (fgets(line, sizeof(line), maps)) {
		for (c = strchr(line, '\n') ? '\n' : 0; c != '\n' && c != EOF;)
			c = getc(maps);
		if (maps_parse(line, m, path))
			return true;
	}
	return false;
}

/* ------------------------------------------------------------------- maps, the worker */

struct maps_request {
	uint32_t code;
	uint32_t cnt;
	pid_t pids[BATCH];
};

/* In an answer: a process is begun (len 0), has a mapping (with so much of its path), or is done (over). */
struct maps_record {
	pid_t pid;
	int32_t rc;
	uint32_t over;
	uint32_t len;
};

static int open_all(struct sandbox_worker *w)
{
	const struct maps_request *r = w->request;
	int *fds = calloc(BATCH, sizeof(*fds));
	char path[64];
	uint32_t i;

	if (!fds || w->len != sizeof(*r) || r->cnt > BATCH)
		return -EINVAL;
	for (i = 0; i < r->cnt; i++) {
		snprintf(path, sizeof(path), "/proc/%d/maps", r->pids[i]);
		fds[i] = open(path, O_RDONLY | O_CLOEXEC);
		if (fds[i] < 0)
			fds[i] = -errno;
	}
	w->state = fds;
	return 0;
}

static int say_mapping(struct sandbox_worker *w, const struct mapped_file *m)
{
	const struct maps_record record = { .pid = m->pid, .len = (uint32_t)strlen(m->path) + 1 };

	return sandbox_say(w, &record, sizeof(record)) ?:
		       sandbox_say(w, m, sizeof(*m))   ?:
							 sandbox_say(w, m->path, record.len);
}

static int read_maps(struct sandbox_worker *w, pid_t pid, bool code, int fd)
{
	FILE *maps __cleanup(close_file) = fdopen(fd, "r");
	struct mapped_file m = { .pid = pid };
	char path[MAPS_PATH_MAX];
	int rc = maps ? 0 : -ENOMEM;

	while (!rc && next_mapping(maps, &m, path)) {
		if (m.code || !code)
			rc = say_mapping(w, &m);
	}
	return rc;
}

static int read_all(struct sandbox_worker *w)
{
	const struct maps_request *r = w->request;
	const int *fds = w->state;
	uint32_t i;
	int rc = 0;

	for (i = 0; i < r->cnt && !rc; i++) {
		struct maps_record record = { .pid = r->pids[i], .rc = fds[i] < 0 ? fds[i] : 0 };

		/* Now, so that it is known who holds us up. */
		rc = sandbox_say(w, &record, sizeof(record)) ?: sandbox_flush(w);
		record.over = 1;
		if (!rc && !record.rc)
			rc = read_maps(w, r->pids[i], r->code, fds[i]);
		rc = rc ?: sandbox_say(w, &record, sizeof(record));
	}
	return rc;
}

/* ------------------------------------------------------------------- maps, the agent */

static const struct sandbox_task maps_task = {
	.name = "nytprof-maps",
	.open = open_all,
	.work = read_all,
	.limit_ms = LIMIT_MS,
	.memory_max = MEMORY_MAX,
	.answer_max = ANSWER_MAX,
};

/* What is in an answer, record by record. */
struct maps_walk {
	void (*visit)(const struct mapped_file *m, void *arg);
	void *arg;
	size_t done; /* processes */
	pid_t under_way; /* 0: none */
	int rc; /* of the last one */
};

static bool take_mapping(const struct sandbox_answer *a, size_t *at,
			 const struct maps_record *record, struct maps_walk *walk)
{
	const void *head = sandbox_answer_next(a, at, sizeof(struct mapped_file));
	const char *path = head ? sandbox_answer_next(a, at, record->len) : NULL;
	struct mapped_file m;

	if (!path || record->len > MAPS_PATH_MAX || path[record->len - 1])
		return false;
	memcpy(&m, head, sizeof(m));
	m.code = *(const unsigned char *)&m.code != 0; /* whatever a worker says */
	m.pid = record->pid;
	m.path = path;
	walk->visit(&m, walk->arg);
	return true;
}

static void take_answer(const struct sandbox_answer *a, struct maps_walk *walk)
{
	struct maps_record record;
	const void *next;
	size_t at = 0;

	while ((next = sandbox_answer_next(a, &at, sizeof(record)))) {
		memcpy(&record, next, sizeof(record));
		if (record.over) {
			walk->done++;
			walk->under_way = 0;
		} else if (!record.len) {
			walk->under_way = record.pid;
			walk->rc = record.rc;
		} else if (!take_mapping(a, &at, &record, walk)) {
			break;
		}
	}
}

/* The processes of users who do not hold us up, from the array on; how many of them were looked at. */
static size_t choose(const pid_t *pids, size_t cnt, struct maps_request *r, int *rc)
{
	size_t i;

	for (i = 0; i < cnt && r->cnt < BATCH; i++) {
		if (sandbox_is_blamed(proc_owner(pids[i])))
			*rc = -EBUSY;
		else
			r->pids[r->cnt++] = pids[i];
	}
	return i;
}

/* Of some; the one that held up the worker is left out, and those behind it come in another job. */
static int read_some(struct maps_request *r, struct maps_walk *walk)
{
	struct sandbox_answer a;
	int rc;

	while (r->cnt) {
		walk->done = 0;
		walk->under_way = 0;
		rc = sandbox_run(&maps_task, SANDBOX_MANY, r, sizeof(*r), NULL, 0, &a);
		take_answer(&a, walk);
		sandbox_answer_release(&a);
		if (!rc)
			return 0;
		if (!walk->under_way || walk->done >= r->cnt)
			return rc;
		walk->rc = rc;
		sandbox_blame(proc_owner(walk->under_way), LIMIT_MS);
		r->cnt -= (uint32_t)walk->done + 1;
		memmove(r->pids, r->pids + walk->done + 1, r->cnt * sizeof(*r->pids));
	}
	return 0;
}

int maps_each(const pid_t *pids, size_t cnt, bool code,
	      void (*visit)(const struct mapped_file *m, void *arg), void *arg)
{
	struct maps_walk walk = { .visit = visit, .arg = arg };
	size_t done = 0;
	int rc = 0;

	while (done < cnt && !rc) {
		struct maps_request r = { .code = code };

		done += choose(pids + done, cnt - done, &r, &walk.rc);
		rc = read_some(&r, &walk);
	}
	return rc ?: cnt == 1 ? walk.rc : 0;
}

/* ------------------------------------------------------------------------- other pages */

struct page_request {
	pid_t pid;
	uint32_t size;
	char file[24];
};

static int open_page(struct sandbox_worker *w)
{
	const struct page_request *r = w->request;
	char path[64];

	snprintf(path, sizeof(path), "/proc/%d/%s", r->pid, r->file);
	w->fds[0] = open(path, O_RDONLY | O_CLOEXEC);
	return w->fds[0] < 0 ? -errno : 0;
}

static int read_page(struct sandbox_worker *w)
{
	const struct page_request *r = w->request;
	char *text __cleanup(free_ptr) = malloc(r->size);
	size_t len = 0;
	ssize_t got = 1;

	while (text && len < r->size && got > 0) {
		got = read(w->fds[0], text + len, r->size - len);
		len += got > 0 ? (size_t)got : 0;
	}
	if (!text || got < 0)
		return text ? -errno : -ENOMEM;
	return sandbox_say(w, text, len);
}

static const struct sandbox_task page_task = {
	.name = "nytprof-page",
	.open = open_page,
	.work = read_page,
	.limit_ms = LIMIT_MS,
	.memory_max = MEMORY_MAX,
	.answer_max = ANSWER_MAX,
};

ssize_t proc_read(pid_t pid, const char *file, char *text, size_t size)
{
	struct page_request r = { .pid = pid, .size = (uint32_t)size - 1 };
	struct sandbox_answer a;
	ssize_t rc;

	snprintf(r.file, sizeof(r.file), "%s", file);
	rc = sandbox_run(&page_task, proc_owner(pid), &r, sizeof(r), NULL, 0, &a);
	if (!rc && a.len < size) {
		memcpy(text, a.data, a.len);
		rc = (ssize_t)a.len;
	}
	text[rc > 0 ? rc : 0] = '\0';
	sandbox_answer_release(&a);
	return rc;
}

/* /proc/PID/status is made of what the kernel has: nobody holds that up.  The owner of /proc/PID is root where it is not dumpable. */
uid_t proc_owner(pid_t pid)
{
	FILE *status __cleanup(close_file) = NULL;
	char path[64], line[256];
	unsigned uid;

	snprintf(path, sizeof(path), "/proc/%d/status", pid);
	status = fopen(path, "re");
	while (status && fgets(line, sizeof(line), status)) {
		if (sscanf(line, "Uid: %u", &uid) == 1)
			return uid;
	}
	return SANDBOX_MANY;
}
