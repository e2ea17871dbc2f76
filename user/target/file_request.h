/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What a worker is told of a file that it is to look at: one that is mapped, or one that is given. */
#ifndef NYTPROF_FILE_REQUEST_H
#define NYTPROF_FILE_REQUEST_H

#include <stdint.h>
#include <sys/types.h>

#include "target/maps.h"

struct sandbox_worker;
struct stat;

/* The request of a job begins with it. */
struct file_request {
	pid_t pid; /* 0: the file is given */
	uint32_t pad;
	uint64_t start;
	uint64_t end;
	uint64_t dev;
	uint64_t ino;
	char path[MAPS_PATH_MAX];
};

/* The rest of the request is not touched, and r was zero. */
void file_request_mapped(struct file_request *r, const struct mapped_file *m);
void file_request_given(struct file_request *r, const char *path);

/* struct sandbox_task's .open, if the file is mapped. */
int file_request_open(struct sandbox_worker *w);

/*
 * Before the worker reads the file. -ENOEXEC: it is no regular one. -EREMOTE: a program serves it, for
 * which the agent would wait whenever the kernel reads the file to set a probe.
 */
int file_request_check(const struct sandbox_worker *w, struct stat *st);

#endif
