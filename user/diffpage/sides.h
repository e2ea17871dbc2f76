/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The head of the page: both totals, and for each side its files, how it was recorded, its losses. */
#ifndef NYTPROF_DIFFPAGE_SIDES_H
#define NYTPROF_DIFFPAGE_SIDES_H

#include <stdio.h>

struct diff_page;

void sides_put(const struct diff_page *page, FILE *out);

#endif
