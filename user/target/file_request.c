// SPDX-License-Identifier: GPL-2.0-or-later
#include "target/file_request.h"

#include <errno.h>
#include <stdio.h>
#include <sys/stat.h>

#include "sandbox/sandbox.h"
#include "target/mapped_open.h"
#include "util/fds.h"

void file_request_given(struct file_request *r, const char *path)
{
	snprintf(r->path, sizeof(r->path), "%s", path);
}

void file_request_mapped(struct file_request *r, const struct mapped_file *m)
{
	file_request_given(r, m->path);
	r->pid = m->pid;
	r->start = m->start;
	r->end = m->end;
	r->dev = m->dev;
	r->ino = m->ino;
}

int file_request_open(struct sandbox_worker *w)
{
	const struct file_request *r = w->request;
	const struct mapped_file m = { .pid = r->pid,
				       .dev = r->dev,
				       .ino = r->ino,
				       .start = r->start,
				       .end = r->end,
				       .path = r->path };

	w->fds[0] = mapped_file_open(&m);
	return w->fds[0] < 0 ? w->fds[0] : 0;
}

int file_request_check(const struct sandbox_worker *w, struct stat *st)
{
	const struct file_request *r = w->request;

	if (fstat(w->fds[0], st) || !S_ISREG(st->st_mode))
		return -ENOEXEC;
	return r->pid && fd_is_served(w->fds[0]) ? -EREMOTE : 0;
}
