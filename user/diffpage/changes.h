/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The largest changes of subs and lines, as tables of HTML. */
#ifndef NYTPROF_DIFFPAGE_CHANGES_H
#define NYTPROF_DIFFPAGE_CHANGES_H

#include <stdint.h>
#include <stdio.h>

struct diff_page;
struct diff_row;

#define DIFFPAGE_NOISE " <span class=\"tag\">noise</span>"

void changes_put(const struct diff_page *page, FILE *out);

/* With its sign and colour. */
void diffpage_put_change(const struct diff_row *row, FILE *out);

/* Rounded; from 0 to what a number of a script has all digits of. */
int64_t diffpage_whole(double value);

#endif
