/* SPDX-License-Identifier: GPL-2.0-or-later */
/* A part of the kernel's types: those that programs name, and what these consist of. */
#ifndef NYTPROF_KERNEL_TYPES_H
#define NYTPROF_KERNEL_TYPES_H

#include <stdbool.h>
#include <stddef.h>

struct btf;

/*
 * The types of the kernel (btf__load_vmlinux_btf) that have a name of one in any of names. Pointers
 * in them point to void: what they point to is there if it is named, too. The caller frees them
 * (btf__free). NULL with errno.
 */
struct btf *kernel_types_choose(const struct btf *kernel, const struct btf *const names[],
				size_t name_cnt);

/*
 * Has the kernel itself each struct and union of which names has a local version, such as struct
 * sock___waits? False: a module may have it.
 */
bool kernel_types_have(const struct btf *kernel, const struct btf *names);

/* A file in memory with such types. The caller closes it. -errno. */
int kernel_types_write(const struct btf *types);

#endif
