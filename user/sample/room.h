/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Allocates memory in advance for maps that ticks add names to. */
#ifndef NYTPROF_ROOM_H
#define NYTPROF_ROOM_H

#include <stddef.h>

/*
 * A map without preallocation has only a few free elements on each processor. After an update
 * there, the kernel adds more: about fifty of 256 bytes or less (kernel/bpf/memalloc.c, 6.1 and
 * later). This function adds an element on each processor and removes it again. key: one that
 * nobody uses.
 */
void room_make(int map, const void *key, const void *value);

#endif
