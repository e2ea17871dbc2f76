/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Local resources that release themselves: declare with __cleanup(free_ptr) and the
 * like, and hand over with take_ptr() or take_fd().
 */
#ifndef NYTPROF_CLEANUP_H
#define NYTPROF_CLEANUP_H

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#define __cleanup(function) __attribute__((cleanup(function)))

static inline void free_ptr(void *p)
{
	free(*(void **)p);
}

static inline void close_fd(const int *fd)
{
	if (*fd >= 0)
		close(*fd);
}

static inline void close_file(FILE **f)
{
	if (*f)
		fclose(*f);
}

static inline void close_dir(DIR **d)
{
	if (*d)
		closedir(*d);
}

/* The value, which the variable no longer owns. */
#define take_ptr(p)                         \
	({                                  \
		__typeof__(p) taken_ = (p); \
		(p) = NULL;                 \
		taken_;                     \
	})

static inline int take_fd(int *fd)
{
	int taken = *fd;

	*fd = -1;
	return taken;
}

#endif
