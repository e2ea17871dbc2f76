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

/* Replaces the file. Without it the next recorder does the work again, so that a failure is not told. */
void kept_write(const char *name, const void *data, size_t size);

/*
 * The same for data of any size up to max that hold only where they were written: circumstances.h,
 * also for entry_size. The caller frees them. NULL: there are none that may be used.
 */
void *kept_read_here(const char *name, size_t entry_size, size_t max, size_t *size);
void kept_write_here(const char *name, size_t entry_size, const void *data, size_t size);

#endif
