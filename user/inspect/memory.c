// SPDX-License-Identifier: GPL-2.0-or-later
/* Reads by pages and keeps some thousand of them: perl's heads and bodies lie close together. */
#include "inspect/memory.h"

#include <errno.h>
#include <fcntl.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "inspect/regions.h"
#include "util/cleanup.h"

#define PAGES 2048u /* that are kept, each at the place that its address says */

struct page {
	uint64_t nr; /* address / MEMORY_PAGE */
	uint32_t len; /* bytes that could be read, from its begin */
	bool used;
};

struct memory {
	memory_reader *read;
	void *arg;
	int fd; /* -1: none */
	struct regions *regions; /* of the process, if that has the memory */
	struct page pages[PAGES];
	char bytes[PAGES][MEMORY_PAGE];
};

static ssize_t read_process(void *arg, void *to, size_t size, uint64_t addr)
{
	const struct memory *m = arg;

	if (addr > INT64_MAX - size || !regions_have(m->regions, addr, size))
		return 0;
	return pread(m->fd, to, size, (off_t)addr);
}

struct memory *memory_new(memory_reader *read, void *arg)
{
	struct memory *m = calloc(1, sizeof(*m));

	if (!m)
		return NULL;
	m->read = read;
	m->arg = arg;
	m->fd = -1;
	return m;
}

/*
 * Not process_vm_readv: that goes by the process's id, which can be another's by then, and waits
 * where the target says that a page is still to come (userfaultfd), for as long as the target likes.
 */
struct memory *memory_open(pid_t pid)
{
	struct memory *m = memory_new(read_process, NULL);
	char path[64];

	if (!m)
		return NULL;
	m->arg = m;
	snprintf(path, sizeof(path), "/proc/%d/mem", pid);
	m->fd = open(path, O_RDONLY | O_CLOEXEC);
	if (m->fd >= 0)
		m->regions = regions_new(pid);
	if (m->regions)
		return m;
	memory_free(m);
	return NULL;
}

void memory_free(struct memory *m)
{
	if (!m)
		return;
	close_fd(&m->fd);
	regions_free(m->regions);
	free(m);
}

void memory_forget(struct memory *m)
{
	unsigned i;

	for (i = 0; i < PAGES; i++)
		m->pages[i].used = false;
}

/* What there is at an address, to the end of its page; the number of bytes. */
static size_t look(struct memory *m, uint64_t addr, const char **bytes)
{
	uint64_t nr = addr / MEMORY_PAGE;
	struct page *page = &m->pages[nr % PAGES];
	size_t at = addr % MEMORY_PAGE;
	ssize_t got;

	*bytes = m->bytes[nr % PAGES] + at;
	if (!page->used || page->nr != nr) {
		got = m->read(m->arg, m->bytes[nr % PAGES], MEMORY_PAGE, nr * MEMORY_PAGE);
		page->nr = nr;
		page->used = true;
		page->len = got > 0 && got <= MEMORY_PAGE ? (uint32_t)got : 0;
	}
	return page->len > at ? page->len - at : 0;
}

int memory_read(struct memory *m, uint64_t addr, void *to, size_t size)
{
	const char *bytes;
	size_t len, done;

	if (!addr || addr + size < addr)
		return -EFAULT;
	for (done = 0; done < size; done += len) {
		len = look(m, addr + done, &bytes);
		if (!len)
			return -EFAULT;
		if (len > size - done)
			len = size - done;
		memcpy((char *)to + done, bytes, len);
	}
	return 0;
}

int memory_read_text(struct memory *m, uint64_t addr, char *to, size_t size)
{
	const char *bytes, *end = NULL;
	size_t len, done;

	if (!addr)
		return -EFAULT;
	for (done = 0; done < size && !end; done += len) {
		len = addr + done < addr ? 0 : look(m, addr + done, &bytes);
		if (!len)
			return -EFAULT;
		if (len > size - done)
			len = size - done;
		memcpy(to + done, bytes, len);
		end = memchr(bytes, '\0', len);
		if (end)
			return (int)(done + (size_t)(end - bytes));
	}
	return -E2BIG;
}
