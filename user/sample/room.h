/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Memory at hand for maps that ticks add names to. */
#ifndef NYTPROF_ROOM_H
#define NYTPROF_ROOM_H

#include <stddef.h>

/*
 * A map that is not allocated at once has few elements at hand on each processor, and gets more
 * behind an update there: half a hundred of 256 bytes or less (kernel/bpf/memalloc.c, 6.1 and
 * later).  So each gets one, which goes again.  key: that nobody uses.
 */
void room_make(int map, const void *key, const void *value);

#endif
