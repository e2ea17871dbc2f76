/* SPDX-License-Identifier: GPL-2.0-or-later */
/* One sub: who calls it, and its hottest lines. */
#ifndef NYTPROF_TOP_DETAIL_H
#define NYTPROF_TOP_DETAIL_H

struct figures;
struct page;
struct tracee;
struct view;

/* list: the processes that are recorded. */
void detail_put(struct page *p, const struct figures *f, const struct view *v, struct tracee *list);

#endif
