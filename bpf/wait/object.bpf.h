/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What a system call waits for, as far as its arguments say it at little cost. */
#ifndef NYTPROF_WAIT_OBJECT_BPF_H
#define NYTPROF_WAIT_OBJECT_BPF_H

#include "nytprof/waits.h"
#include "config.bpf.h"
#include "arch/arch.bpf.h"
#include "kernel/kernel.bpf.h"
#include "kernel/descriptor.bpf.h"
#include "perl/memory.bpf.h"
#include "wait/names.bpf.h"

/* include/linux/socket.h, include/net/tcp_states.h */
#define FAMILY_UNIX  1
#define FAMILY_INET  2
#define FAMILY_INET6 10
#define TYPE_STREAM  1
#define STATE_LISTEN 10

/*
 * Ports that the kernel chooses begin here (net.ipv4.ip_local_port_range).  A peer with such a port,
 * where ours is a lower one, is one of a server's clients: each of them has another.
 */
#define PORTS_CHOSEN 32768

static __always_inline void object_set_peer(struct sock_common___waits *sc, bool stream, bool six,
					    u16 port, struct wait_object *object)
{
	object->port = port;
	if (six) {
		object->kind = stream ? WAIT_OBJECT_TCP6 : WAIT_OBJECT_UDP6;
		bpf_core_read(object->addr, sizeof(object->addr), &sc->skc_v6_daddr);
	} else {
		object->kind = stream ? WAIT_OBJECT_TCP : WAIT_OBJECT_UDP;
		object->id = BPF_CORE_READ(sc, skc_daddr);
	}
}

static __always_inline void object_of_inet(struct sock___waits *sk, bool six,
					   struct wait_object *object)
{
	struct sock_common___waits *sc = (void *)sk;
	bool stream = BPF_CORE_READ(sk, sk_type) == TYPE_STREAM;
	u16 ours = BPF_CORE_READ(sc, skc_num), port = BPF_CORE_READ(sc, skc_dport);

	port = (u16)(port << 8 | port >> 8);
	if (!ours && !port)
		return; /* it is not connected any more */
	if (BPF_CORE_READ(sc, skc_state) == STATE_LISTEN || !port ||
	    (ours < PORTS_CHOSEN && port >= PORTS_CHOSEN)) {
		object->kind = WAIT_OBJECT_CLIENTS;
		object->port = ours;
		return;
	}
	object_set_peer(sc, stream, six, port, object);
}

/* The address of a server is that of its peer's, or its own. */
static __always_inline void object_of_unix(struct sock___waits *sk, struct wait_object *object)
{
	struct unix_sock___waits *us = (void *)sk, *peer = (void *)BPF_CORE_READ(us, peer);
	struct unix_address___waits *addr = BPF_CORE_READ(peer, addr);

	if (!addr)
		addr = BPF_CORE_READ(us, addr);
	object->kind = WAIT_OBJECT_UNIX;
	object->id = (u64)addr;
	if (addr)
		name_unix(addr, object);
}

static __noinline int object_of_socket(struct file *file, struct wait_object *object)
{
	struct sock___waits *sk = file_socket(file);
	u32 family = sk ? BPF_CORE_READ((struct sock_common___waits *)sk, skc_family) : 0;

	if (family == FAMILY_INET || family == FAMILY_INET6)
		object_of_inet(sk, family == FAMILY_INET6, object);
	else if (family == FAMILY_UNIX)
		object_of_unix(sk, object);
	return 0;
}

static __noinline int object_of_fd(struct task_struct *task, u32 fd, struct wait_object *object)
{
	struct file *file = task_file(task, fd);
	u32 mode = file ? file_mode(file) : 0;
	struct inode *inode;

	switch (mode) {
	case MODE_SOCKET:
		object_of_socket(file, object);
		break;
	case MODE_FIFO:
		object->kind = WAIT_OBJECT_PIPE;
		break;
	case MODE_REGULAR:
	case MODE_CHAR:
	case MODE_DIR:
		inode = BPF_CORE_READ(file, f_inode);
		object->kind = WAIT_OBJECT_FILE;
		object->nr = BPF_CORE_READ(inode, i_sb, s_dev);
		object->id = BPF_CORE_READ(inode, i_ino);
		object->generation = BPF_CORE_READ((struct inode___waits *)inode, i_generation);
		name_file(task, file, object);
		break;
	}
	return 0;
}

/* include/uapi/asm-generic/poll.h */
struct one_pollfd {
	s32 fd;
	u32 events;
};

static __always_inline s32 polled_fd(u64 at, u64 cnt)
{
	struct one_pollfd one = { .fd = -1 };

	if (cnt == 1)
		bpf_probe_read_user(&one, sizeof(one), (const void *)at);
	return one.fd;
}

/* The one of them; -1: there are several. */
static __always_inline s32 selected_fd(u64 cnt, u64 at)
{
	u64 set = 0;
	s32 fd = 0;

	if (cnt > 64 || !at || bpf_probe_read_user(&set, sizeof(set), (const void *)at) || !set ||
	    set & (set - 1))
		return -1;
	fd += set >> 32 ? 32 : 0;
	fd += set >> fd >> 16 ? 16 : 0;
	fd += set >> fd >> 8 ? 8 : 0;
	fd += set >> fd >> 4 ? 4 : 0;
	fd += set >> fd >> 2 ? 2 : 0;
	return fd + (set >> fd >> 1 ? 1 : 0);
}

/* Which child; 0: any. */
static __always_inline void object_of_child(s32 pid, struct wait_object *object)
{
	object->kind = WAIT_OBJECT_CHILD;
	object->nr = pid > 0 ? pid : 0;
}

#define P_PID 1 /* include/uapi/linux/wait.h */

/* The task is in this system call. */
static __noinline int object_of_call(struct task_struct *task, struct pt_regs *regs, u32 call,
				     struct wait_object *object)
{
	u64 a = arch_call_arg(regs, 0), b = arch_call_arg(regs, 1);
	s32 fd = -1;

	switch (call < WAIT_CALLS ? wait_calls[call] : WAIT_ARG_NONE) {
	case WAIT_ARG_FD:
		fd = (s32)a;
		break;
	case WAIT_ARG_POLL:
		fd = polled_fd(a, b);
		break;
	case WAIT_ARG_SELECT:
		fd = selected_fd(a, b);
		break;
	case WAIT_ARG_CHILD:
		object_of_child((s32)a, object);
		break;
	case WAIT_ARG_CHILD_ID:
		object_of_child(a == P_PID ? (s32)b : 0, object);
		break;
	case WAIT_ARG_FUTEX:
		object->kind = WAIT_OBJECT_LOCK;
		object->id = a;
		break;
	}
	if (fd >= 0)
		object_of_fd(task, fd, object);
	return 0;
}

#endif
