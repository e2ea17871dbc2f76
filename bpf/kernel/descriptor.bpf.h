/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What is behind a descriptor of a task. */
#ifndef NYTPROF_KERNEL_DESCRIPTOR_BPF_H
#define NYTPROF_KERNEL_DESCRIPTOR_BPF_H

#include "kernel/kernel.bpf.h"

struct fdtable___waits {
	unsigned int max_fds;
} __attribute__((preserve_access_index));

struct inode___waits {
	u16 i_mode;
	u32 i_generation;
} __attribute__((preserve_access_index));

struct file___waits {
	void *private_data;
} __attribute__((preserve_access_index));

struct sock_common___waits {
	u16 skc_family;
	u16 skc_dport;
	u16 skc_num;
	u32 skc_daddr;
	u8 skc_state;
	struct in6_addr___waits {
		u8 bytes[16];
	} skc_v6_daddr;
} __attribute__((preserve_access_index));

struct sock___waits {
	struct sock_common___waits __sk_common;
	u16 sk_type;
} __attribute__((preserve_access_index));

struct socket___waits {
	struct sock___waits *sk;
} __attribute__((preserve_access_index));

struct unix_address___waits {
	int len; /* the address follows (include/net/af_unix.h, 5.10 to 6.18) */
} __attribute__((preserve_access_index));

struct unix_sock___waits {
	struct unix_address___waits *addr;
	struct sock___waits *peer;
} __attribute__((preserve_access_index));

/* include/uapi/linux/stat.h */
#define MODE_MASK    0170000
#define MODE_SOCKET  0140000
#define MODE_REGULAR 0100000
#define MODE_CHAR    0020000
#define MODE_DIR     0040000
#define MODE_FIFO    0010000

static __always_inline struct file *task_file(struct task_struct *task, u32 fd)
{
	struct fdtable *table = BPF_CORE_READ(task, files, fdt);
	struct file **fds = BPF_CORE_READ(table, fd), *file = NULL;

	if (fd < BPF_CORE_READ((struct fdtable___waits *)table, max_fds))
		bpf_probe_read_kernel(&file, sizeof(file), fds + fd);
	return file;
}

static __always_inline u32 file_mode(struct file *file)
{
	struct inode *inode = BPF_CORE_READ(file, f_inode);

	return BPF_CORE_READ((struct inode___waits *)inode, i_mode) & MODE_MASK;
}

static __always_inline struct sock___waits *file_socket(struct file *file)
{
	struct socket___waits *socket = BPF_CORE_READ((struct file___waits *)file, private_data);

	return BPF_CORE_READ(socket, sk);
}

#endif
