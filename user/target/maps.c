// SPDX-License-Identifier: GPL-2.0-or-later
/* Pages of /proc, read by workers; knows nothing of perl. */
#include "target/maps.h"

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

#define LIMIT_MS   2000
#define MEMORY_MAX (256u << 20)
#define ANSWER_MAX (64u << 20)
#define PAGE_ROOM  (16u << 10)
#define PAGE_MAX   (16u << 20)

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
 * The next file that is mapped.  A path can be longer than any name that may be opened (mkdirat),
 * and its owner chooses it: the rest of a line is not a line.
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
	pid_t pids[MAPS_BATCH];
};

/* In an answer. */
enum maps_step {
	MAPS_BEGIN, /* a process is about to be read */
	MAPS_ALL_READ,
	MAPS_MAPPING, /* of a process, with so much of its path */
	MAPS_DONE, /* with a process */
};

struct maps_record {
	uint32_t step;
	pid_t pid;
	int32_t rc;
	uint32_t len;
};

/* What was read of a process, and not looked into yet. */
struct page {
	char *text;
	size_t len;
	int rc;
};

static int say_step(struct sandbox_worker *w, enum maps_step step, pid_t pid, int rc)
{
	const struct maps_record record = { .step = step, .pid = pid, .rc = rc };

	return sandbox_say(w, &record, sizeof(record));
}

static int read_raw(int fd, struct page *page)
{
	size_t room = 0;
	ssize_t got = 1;
	char *more;

	while (got > 0) {
		if (room - page->len < PAGE_ROOM) {
			room += PAGE_ROOM + room;
			more = room <= PAGE_MAX ? realloc(page->text, room) : NULL;
			if (!more)
				return -EFBIG;
			page->text = more;
		}
		got = read(fd, page->text + page->len, room - page->len);
		page->len += got > 0 ? (size_t)got : 0;
	}
	return got < 0 ? -errno : 0;
}

/*
 * At once, as the maps of a program that another one has replaced are empty (fs/proc/task_mmu.c,
 * m_start).  It is said before whom that is about, so that it is known who holds us up.
 */
static int read_all(struct sandbox_worker *w)
{
	const struct maps_request *r = w->request;
	struct page *pages = calloc(MAPS_BATCH, sizeof(*pages));
	char path[64];
	uint32_t i;
	int rc = 0;

	if (!pages || w->len != sizeof(*r) || r->cnt > MAPS_BATCH)
		return -EINVAL;
	w->state = pages;
	for (i = 0; i < r->cnt && !rc; i++) {
		int fd __cleanup(close_fd) = -1;

		rc = say_step(w, MAPS_BEGIN, r->pids[i], 0) ?: sandbox_flush(w);
		snprintf(path, sizeof(path), "/proc/%d/maps", r->pids[i]);
		fd = open(path, O_RDONLY | O_CLOEXEC);
		pages[i].rc = fd < 0 ? -errno : read_raw(fd, &pages[i]);
	}
	return rc ?: say_step(w, MAPS_ALL_READ, 0, 0) ?: sandbox_flush(w);
}

static int say_mapping(struct sandbox_worker *w, const struct mapped_file *m)
{
	const struct maps_record record = { .step = MAPS_MAPPING,
					    .pid = m->pid,
					    .len = (uint32_t)strlen(m->path) + 1 };

	return sandbox_say(w, &record, sizeof(record)) ?:
		       sandbox_say(w, m, sizeof(*m))   ?:
							 sandbox_say(w, m->path, record.len);
}

static int look_into(struct sandbox_worker *w, pid_t pid, bool code, const struct page *page)
{
	FILE *maps __cleanup(close_file) = page->len ? fmemopen(page->text, page->len, "r") : NULL;
	struct mapped_file m = { .pid = pid };
	char path[MAPS_PATH_MAX];
	int rc = 0;

	while (maps && !rc && next_mapping(maps, &m, path)) {
		if (m.code || !code)
			rc = say_mapping(w, &m);
	}
	return rc;
}

static int look_into_all(struct sandbox_worker *w)
{
	const struct maps_request *r = w->request;
	const struct page *pages = w->state;
	uint32_t i;
	int rc = 0;

	for (i = 0; i < r->cnt && !rc; i++)
		rc = look_into(w, r->pids[i], r->code, &pages[i])	     ?:
			     say_step(w, MAPS_DONE, r->pids[i], pages[i].rc) ?:
									       sandbox_flush(w);
	return rc;
}

/* ------------------------------------------------------------------- maps, the agent */

static const struct sandbox_task maps_task = {
	.name = "nytprof-maps",
	.open = read_all,
	.work = look_into_all,
	.limit_ms = LIMIT_MS,
	.memory_max = MEMORY_MAX,
	.answer_max = ANSWER_MAX,
};

/* What is in an answer, record by record. */
struct maps_walk {
	void (*visit)(const struct mapped_file *m, void *arg);
	void *arg;
	size_t begun; /* processes that were about to be read, */
	bool all_read;
	size_t done; /* and that it is done with */
	int rc; /* of the last one */
};

static bool take_mapping(const struct sandbox_answer *a, size_t *at,
			 const struct maps_record *record, struct maps_walk *walk)
{
	struct mapped_file m;
	bool head = sandbox_answer_copy(a, at, &m, sizeof(m));
	const char *path = head ? sandbox_answer_next(a, at, record->len) : NULL;

	if (!path || record->len > MAPS_PATH_MAX || path[record->len - 1])
		return false;
	m.code = *(const unsigned char *)&m.code != 0; /* whatever a worker says */
	m.pid = record->pid;
	m.path = path;
	walk->visit(&m, walk->arg);
	return true;
}

static void take_answer(const struct sandbox_answer *a, struct maps_walk *walk)
{
	struct maps_record record;
	size_t at = 0;

	while (sandbox_answer_copy(a, &at, &record, sizeof(record))) {
		switch (record.step) {
		case MAPS_BEGIN:
			walk->begun++;
			break;
		case MAPS_ALL_READ:
			walk->all_read = true;
			break;
		case MAPS_DONE:
			walk->done++;
			walk->rc = record.rc;
			break;
		default:
			if (!take_mapping(a, &at, &record, walk))
				return;
		}
	}
}

/* The processes of users who do not hold us up, from the array on; how many of them were looked at. */
static size_t choose(const pid_t *pids, size_t cnt, struct maps_request *r, int *rc)
{
	size_t i;

	for (i = 0; i < cnt && r->cnt < MAPS_BATCH; i++) {
		if (sandbox_is_blamed(proc_owner(pids[i])))
			*rc = -EBUSY;
		else
			r->pids[r->cnt++] = pids[i];
	}
	return i;
}

/* Leaves out cnt processes from the first one on. */
static void leave_out(struct maps_request *r, size_t first, size_t cnt)
{
	r->cnt -= (uint32_t)cnt;
	memmove(r->pids + first, r->pids + first + cnt, (r->cnt - first) * sizeof(*r->pids));
}

/*
 * Of some; the one that held up the worker, or ended it, is left out, and the others come in
 * another job.
 */
static int read_some(struct maps_request *r, struct maps_walk *walk)
{
	struct sandbox_answer a;
	size_t bad;
	int rc;

	while (r->cnt) {
		walk->begun = walk->done = 0;
		walk->all_read = false;
		rc = sandbox_run(&maps_task, SANDBOX_MANY, r, sizeof(*r), NULL, 0, &a);
		take_answer(&a, walk);
		sandbox_answer_release(&a);
		if (!rc)
			return 0;
		bad = walk->all_read ? walk->done : walk->begun - 1;
		if (!walk->begun || bad >= r->cnt)
			return rc;
		walk->rc = rc;
		sandbox_blame(proc_owner(r->pids[bad]), LIMIT_MS);
		if (walk->all_read)
			leave_out(r, 0, bad + 1);
		else
			leave_out(r, bad, 1);
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

struct sandbox_job *maps_start(const pid_t *pids, size_t cnt, bool code)
{
	struct maps_request r = { .code = code, .cnt = 1, .pids = { pids[0] } };
	int rc = 0;

	if (cnt == 1)
		return sandbox_start(&maps_task, proc_owner(pids[0]), &r, sizeof(r), NULL, 0);
	r.cnt = 0;
	choose(pids, cnt, &r, &rc);
	return sandbox_start(&maps_task, SANDBOX_MANY, &r, sizeof(r), NULL, 0);
}

int maps_take(struct sandbox_job *job, void (*visit)(const struct mapped_file *m, void *arg),
	      void *arg)
{
	struct maps_walk walk = { .visit = visit, .arg = arg };
	struct sandbox_answer a;
	int rc;

	if (!sandbox_take(job, &a))
		return 1;
	take_answer(&a, &walk);
	rc = a.rc ?: walk.begun == 1 ? walk.rc : 0;
	sandbox_answer_release(&a);
	return rc > 0 ? -EPROTO : rc;
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

/*
 * /proc/PID/status is made of what the kernel has: nobody holds that up.  The owner of /proc/PID is
 * root where it is not dumpable.
 */
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
