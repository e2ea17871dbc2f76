/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * NYTProf's reader warns of each file with a "#line N" in its source that the profile will be out
 * of sync (Devel::NYTProf::Reader 6.12). That is wrong here: what follows such a line was counted
 * at the line that it names. A blank before the "#line" prevents the warning.
 */
#ifndef NYTPROF_BLANK_H
#define NYTPROF_BLANK_H

#include <stdbool.h>
#include <stddef.h>

/* Would NYTProf's reader warn of this source line? */
bool blank_is_needed(const char *line, size_t len);

#endif
