/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The allocations that BPF follows: those of processes that have ended make room for others. */
#ifndef NYTPROF_MALLOC_LIVES_H
#define NYTPROF_MALLOC_LIVES_H

/* lives: the map malloc_lives. Without memory nothing is forgotten. */
void lives_forget_ended(int lives);

#endif
