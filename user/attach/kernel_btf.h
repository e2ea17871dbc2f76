/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * What the agent's programs need of the kernel's types (BTF). Libbpf reads all of them, more than 100,000,
 * for each object that it loads. Here they are read once in the life of the agent.
 */
#ifndef NYTPROF_ATTACH_KERNEL_BTF_H
#define NYTPROF_ATTACH_KERNEL_BTF_H

/*
 * A file with the types that the programs name, for bpf_object_open_opts.btf_custom_path. It stays.
 * NULL: there is none, and libbpf reads all types itself.
 */
const char *kernel_btf_path(void);

#endif
