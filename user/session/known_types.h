/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The kernel's types that the BPF programs name, which one agent finds for the next ones of this
 * boot.
 */
#ifndef NYTPROF_KNOWN_TYPES_H
#define NYTPROF_KNOWN_TYPES_H

/* Before the first BPF program: what is kept is not searched for again (kernel_btf.h). */
void known_types_take(void);

/* When they have been found: keeps them, unless they are. */
void known_types_keep(void);

#endif
