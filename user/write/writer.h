/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What the lists of a terminal show. */
#ifndef NYTPROF_WRITER_H
#define NYTPROF_WRITER_H

struct writer_options {
	unsigned top; /* rows of a list, at most */
};

#endif
