/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * What the agent's programs need of the kernel's types (BTF). Libbpf reads all of them, more than
 * 100,000, for each object that it loads. Here they are read once in the life of the agent.
 */
#ifndef NYTPROF_ATTACH_KERNEL_BTF_H
#define NYTPROF_ATTACH_KERNEL_BTF_H

#include <stdbool.h>
#include <stddef.h>

/*
 * A file with the types that the programs name, for bpf_object_open_opts.btf_custom_path. It stays.
 * NULL: there is none, and libbpf reads all types itself.
 */
const char *kernel_btf_path(void);

/*
 * The same for programs of waits and events, which name types that a module may have. NULL also if
 * the kernel itself lacks one: libbpf looks into modules only without such a file.
 */
const char *kernel_btf_path_of_all(void);

/* Has the kernel this tracepoint? It must be one that a program is for. */
bool kernel_btf_has_tracepoint(const char *name);

/*
 * What was found, for another agent of this boot that has the same programs; the caller frees it.
 * NULL: nothing was, or not yet.
 */
void *kernel_btf_found(size_t *size);

/*
 * Before the first call of kernel_btf_path(): takes what another agent has found. False: that makes
 * no sense.
 */
bool kernel_btf_find(const void *data, size_t size);

#endif
