/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The data of the page, as JSON: see html/data.h. Times are in ns, of one run. */
#ifndef NYTPROF_DIFFPAGE_DATA_H
#define NYTPROF_DIFFPAGE_DATA_H

#include <stdio.h>

struct diff_page;

int diffpage_data_put(const struct diff_page *page, FILE *out); /* -ENOMEM */

#endif
