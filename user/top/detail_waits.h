/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What a sub waited for: by reason, object and line. */
#ifndef NYTPROF_TOP_DETAIL_WAITS_H
#define NYTPROF_TOP_DETAIL_WAITS_H

#include <stddef.h>

struct page;
struct tracee;
struct view;

/* At most so many rows, the longest sums first; nothing if it has not waited. */
void detail_put_waits(struct page *p, const struct view *v, const struct tracee *list, size_t most);

#endif
