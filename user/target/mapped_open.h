/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef NYTPROF_MAPPED_OPEN_H
#define NYTPROF_MAPPED_OPEN_H

struct mapped_file;

/*
 * Opens the file that is mapped there for reading, even if it was deleted or replaced since. Reads
 * nothing from it. Returns a descriptor, or -errno.
 */
int mapped_file_open(const struct mapped_file *m);

#endif
