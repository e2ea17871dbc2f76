/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef NYTPROF_MAPPED_OPEN_H
#define NYTPROF_MAPPED_OPEN_H

struct mapped_file;

/*
 * The file that is mapped there, also if it was deleted or replaced since, open for reading; -errno.  Nothing of what is
 * in it is read.
 */
int mapped_file_open(const struct mapped_file *m);

#endif
