/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The last line of a recording: the command that shows the profile. */
#ifndef NYTPROF_HINT_H
#define NYTPROF_HINT_H

void print_hint(const char *path);

#endif
