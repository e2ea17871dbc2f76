// SPDX-License-Identifier: GPL-2.0-or-later
/* A perf event for each processor that counts nothing, for the sake of the records beside it. */
#include "mmaps.h"

#include <errno.h>
#include <linux/perf_event.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <sys/sysmacros.h>
#include <unistd.h>

#include "target/maps.h"
#include "util/cleanup.h"
#include "util/error.h"

#define DATA_PAGES 32 /* a power of two; a record has some hundred bytes */
#define RECORD_MAX 8192 /* its path has up to 4096 */
#define EXECS	   1024

struct ring {
	int fd;
	struct perf_event_mmap_page *page;
};

struct mmaps {
	int epoll;
	size_t page_size;
	struct ring *rings;
	size_t cnt;
	pid_t execs[EXECS]; /* by pid: processes that were replaced and have mapped nothing yet */
	union {
		struct perf_event_header header;
		char bytes[RECORD_MAX];
	} record;
};

/* include/uapi/linux/perf_event.h, PERF_RECORD_MMAP2; behind the path is the time. */
struct mmap2 {
	struct perf_event_header header;
	uint32_t pid, tid;
	uint64_t addr, len, pgoff;
	uint32_t major, minor;
	uint64_t ino, ino_generation;
	uint32_t prot, flags;
	char path[];
};

static int ring_open(struct mmaps *m, struct ring *ring, int cpu, clockid_t clock)
{
	struct perf_event_attr attr = { .type = PERF_TYPE_SOFTWARE,
					.size = sizeof(attr),
					.config = PERF_COUNT_SW_DUMMY,
					.sample_type = PERF_SAMPLE_TIME,
					.sample_id_all = 1,
					.mmap = 1,
					.mmap2 = 1,
					.comm = 1,
					.comm_exec = 1,
					.use_clockid = 1,
					.clockid = clock,
					.watermark = 1,
					.wakeup_watermark = 1 };
	struct epoll_event ev = { .events = EPOLLIN };

	ring->fd = (int)syscall(SYS_perf_event_open, &attr, -1, cpu, -1, PERF_FLAG_FD_CLOEXEC);
	if (ring->fd < 0)
		return -errno;
	ring->page = mmap(NULL, (1 + DATA_PAGES) * m->page_size, PROT_READ | PROT_WRITE, MAP_SHARED,
			  ring->fd, 0);
	if (ring->page == MAP_FAILED) {
		ring->page = NULL;
		return -errno;
	}
	return epoll_ctl(m->epoll, EPOLL_CTL_ADD, ring->fd, &ev) ? -errno : 0;
}

static int open_all(struct mmaps *m, clockid_t clock)
{
	long cpus = sysconf(_SC_NPROCESSORS_CONF), cpu;
	int rc = 0;

	m->page_size = (size_t)sysconf(_SC_PAGESIZE);
	m->epoll = epoll_create1(EPOLL_CLOEXEC);
	m->rings = calloc((size_t)cpus, sizeof(*m->rings));
	if (m->epoll < 0 || !m->rings)
		return -errno;
	for (cpu = 0; cpu < cpus && !rc; cpu++) {
		rc = ring_open(m, &m->rings[m->cnt++], (int)cpu, clock);
		if (rc == -ENODEV) { /* it is off */
			m->cnt--;
			rc = 0;
		}
	}
	return rc;
}

struct mmaps *mmaps_new(clockid_t clock, struct error *err)
{
	struct mmaps *m = calloc(1, sizeof(*m));
	int rc = m ? open_all(m, clock) : -ENOMEM;

	if (!rc)
		return m;
	error_set(err, -rc, "can't watch for newly mapped files: %s", strerror(-rc));
	mmaps_free(m);
	errno = -rc;
	return NULL;
}

void mmaps_free(struct mmaps *m)
{
	size_t i;

	if (!m)
		return;
	for (i = 0; i < m->cnt; i++) {
		if (m->rings[i].page)
			munmap(m->rings[i].page, (1 + DATA_PAGES) * m->page_size);
		close_fd(&m->rings[i].fd);
	}
	free(m->rings);
	close_fd(&m->epoll);
	free(m);
}

int mmaps_fd(const struct mmaps *m)
{
	return m->epoll;
}

/* Out of the ring, at whose end a record can be broken. */
static void copy_out(const struct mmaps *m, const struct ring *ring, uint64_t at, void *to,
		     size_t len)
{
	const char *data = (const char *)ring->page + m->page_size;
	size_t size = DATA_PAGES * m->page_size, from = at & (size - 1);
	size_t first = len < size - from ? len : size - from;

	memcpy(to, data + from, first);
	memcpy((char *)to + first, data, len - first);
}

static void take_mmap(struct mmaps *m, void (*see)(const struct mmapped *what, void *arg),
		      void *arg)
{
	struct mmap2 *r = (struct mmap2 *)m->record.bytes;
	pid_t *exec = &m->execs[r->pid % EXECS];
	const struct mapped_file file = { .pid = (pid_t)r->pid,
					  .dev = makedev(r->major, r->minor),
					  .ino = r->ino,
					  .start = r->addr,
					  .end = r->addr + r->len,
					  .path = r->path };
	struct mmapped what = { .file = &file };
	size_t size = r->header.size;

	/* 0 is whoever is not in our pid namespace. */
	if (size < sizeof(*r) + sizeof(what.ns) + 1 || !r->ino || file.pid <= 0)
		return;
	memcpy(&what.ns, m->record.bytes + size - sizeof(what.ns), sizeof(what.ns));
	m->record.bytes[size - sizeof(what.ns) - 1] = '\0';
	what.program = *exec == file.pid;
	if (what.program)
		*exec = 0;
	see(&what, arg);
}

/* The record in .record; returns what was lost before it. */
static uint64_t take_record(struct mmaps *m, void (*see)(const struct mmapped *what, void *arg),
			    void *arg)
{
	const struct perf_event_header *h = &m->record.header;
	uint64_t lost = 0;
	uint32_t pid;

	if (h->type == PERF_RECORD_MMAP2)
		take_mmap(m, see, arg);
	if (h->type == PERF_RECORD_LOST) /* header, id, how many */
		memcpy(&lost, m->record.bytes + sizeof(*h) + 8, sizeof(lost));
	if (h->type == PERF_RECORD_COMM && h->misc & PERF_RECORD_MISC_COMM_EXEC) {
		memcpy(&pid, m->record.bytes + sizeof(*h), sizeof(pid));
		m->execs[pid % EXECS] = (pid_t)pid;
	}
	return lost;
}

uint64_t mmaps_read(struct mmaps *m, void (*see)(const struct mmapped *what, void *arg), void *arg)
{
	uint64_t lost = 0;
	size_t i;

	for (i = 0; i < m->cnt; i++) {
		const struct ring *ring = &m->rings[i];
		uint64_t head = __atomic_load_n(&ring->page->data_head, __ATOMIC_ACQUIRE);
		uint64_t at = ring->page->data_tail;

		while (at < head) {
			copy_out(m, ring, at, &m->record.header, sizeof(m->record.header));
			if (m->record.header.size < sizeof(m->record.header))
				break;
			if (m->record.header.size <= RECORD_MAX) {
				copy_out(m, ring, at, m->record.bytes, m->record.header.size);
				lost += take_record(m, see, arg);
			}
			at += m->record.header.size;
			__atomic_store_n(&ring->page->data_tail, at, __ATOMIC_RELEASE);
		}
	}
	return lost;
}
