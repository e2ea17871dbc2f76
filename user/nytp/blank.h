/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The stock reader warns of each file with a "#line N" in its source that the profile will be out of sync with it
 * (Devel::NYTProf::Reader 6.12).  It is not: what is behind such a line was counted where the line says.  A blank before
 * the line keeps the reader quiet.
 */
#ifndef NYTPROF_BLANK_H
#define NYTPROF_BLANK_H

#include <stdbool.h>
#include <stddef.h>

/* Would the stock reader warn of this line of source? */
bool blank_is_needed(const char *line, size_t len);

#endif
