/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What one recorder leaves for the next ones: small files CONTROL_DIR/NAME, until the host restarts. */
#ifndef NYTPROF_KEPT_H
#define NYTPROF_KEPT_H

#include <stddef.h>

/*
 * Reads a file of exactly that size. -ENOENT: there is none. -EPERM: somebody else's, or others may
 * write to it. -EINVAL: it has another size. Others: as open(2) and read(2).
 */
int kept_read(const char *name, void *data, size_t size);

/*
 * The same for a file of any size up to max; the caller frees it. NULL: there is none that may be
 * used.
 */
void *kept_read_all(const char *name, size_t max, size_t *size);

/* Replaces the file. Without it the next recorder does the work again, so that a failure is not told. */
void kept_write(const char *name, const void *data, size_t size);

#endif
