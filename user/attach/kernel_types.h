/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The kernel's types, for libbpf. It reads all of them, more than 100,000, for each BPF object, and
 * searches them for each type that the programs name, loaded or not. Here are those that the programs
 * name, and what these consist of.
 */
#ifndef NYTPROF_KERNEL_TYPES_H
#define NYTPROF_KERNEL_TYPES_H

struct btf;

/*
 * The types of the kernel (btf__load_vmlinux_btf) that have a name of one in names. Pointers in them
 * point to void: what they point to is there if it is named, too. The caller frees them (btf__free).
 * NULL with errno.
 */
struct btf *kernel_types_choose(const struct btf *kernel, const struct btf *names);

/*
 * A file in memory with the types that an object's programs name, for
 * bpf_object_open_opts.btf_custom_path. The caller closes it. -errno.
 */
int kernel_types_open(const struct btf *names);

#endif
