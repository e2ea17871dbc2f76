/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Which file a system call is about, or locks.  A descriptor knows its file.  A file that has none,
 * as it is only looked for, has the path that the program gave.
 */
#ifndef NYTPROF_KEVENT_FILE_BPF_H
#define NYTPROF_KEVENT_FILE_BPF_H

#include "nytprof/kevents.h"
#include "nytprof/limits.h"
#include "nytprof/node_hash.h"
#include "nytprof/waits.h"
#include "arch/arch.bpf.h"
#include "kernel/kernel.bpf.h"
#include "wait/names.bpf.h"
#include "wait/object.bpf.h"

struct path_hash {
	struct wait_scratch *s;
	u64 hash;
	u32 len;
};

static int path_hash_word(u32 i, void *arg)
{
	struct path_hash *h = arg;
	u32 at = i * 8, left = h->len - at;
	u64 word;

	if (at > CWD_MAX || at >= h->len)
		return 1;
	word = *(u64 *)(h->s->path + at);
	if (left < 8)
		word &= (1ull << left * 8) - 1; /* little endian, as all that the agent runs on */
	h->hash = string_hash_one(h->hash, word);
	return 0;
}

/* Of a longer path than there is room for, its end. */
static __always_inline void path_name(struct wait_scratch *s, u32 len)
{
	u32 from = 0;

	if (len >= WAIT_NAME_MAX) {
		from = len - (WAIT_NAME_MAX - 1);
		len = WAIT_NAME_MAX - 1;
	}
	barrier_var(from);
	barrier_var(len);
	if (from > CWD_MAX || len > WAIT_NAME_MAX - 1)
		return;
	bpf_probe_read_kernel(s->name.text, len, s->path + from);
}

/* Non-zero: there is none, or it cannot be read.  With a stack of its own: see state/state.bpf.h. */
static __noinline int file_of_path(u64 at, struct wait_object *object)
{
	struct wait_scratch *s = wait_scratch_get();
	struct path_hash h = { .s = s };
	long len = s ? bpf_probe_read_user_str(s->path, CWD_MAX, (const void *)at) : 0;

	if (!s || len <= 1)
		return -1;
	h.len = len - 1;
	bpf_loop((h.len + 7) / 8, path_hash_word, &h, 0);
	object->kind = WAIT_OBJECT_PATH;
	object->nr = h.len;
	object->id = hash_mix(h.hash);
	if (!begin_name(object))
		return 0;
	path_name(s, h.len);
	bpf_map_update_elem(&wait_names, object, &s->name, BPF_ANY);
	return 0;
}

/* include/uapi/linux/fcntl.h, include/uapi/asm-generic/fcntl.h */
#define FCNTL_SETLK	 6
#define FCNTL_SETLKW	 7
#define FCNTL_OFD_SETLK	 37
#define FCNTL_OFD_SETLKW 38

static __always_inline bool fcntl_locks(u32 cmd)
{
	return cmd == FCNTL_SETLK || cmd == FCNTL_SETLKW || cmd == FCNTL_OFD_SETLK ||
	       cmd == FCNTL_OFD_SETLKW;
}

/* The current task is about to return from a call that locks.  false: it does not, with this command. */
static __always_inline bool lock_of_call(struct pt_regs *regs, u32 kind, struct wait_object *object)
{
	u64 first = arch_call_arg(regs, 0), second = arch_call_arg(regs, 1);

	if (kind & KEVENT_CALL_FCNTL && !fcntl_locks(second))
		return false;
	if (!(kind & KEVENT_CALL_FUTEX))
		object_of_fd((struct task_struct *)bpf_get_current_task(), first, object);
	return true;
}

/* It is open by a name that it may not have had before: since then it was perhaps renamed. */
static __noinline int file_opened(struct task_struct *task, u32 fd, struct wait_object *object)
{
	object_of_fd(task, fd, object);
	if (object->kind == WAIT_OBJECT_FILE && !bpf_map_delete_elem(&wait_names, object))
		object_of_fd(task, fd, object);
	return 0;
}

/* The current task is about to return from this call. */
static __always_inline void file_of_call(struct pt_regs *regs, u32 kind, long ret,
					 struct wait_object *object)
{
	struct task_struct *task = (struct task_struct *)bpf_get_current_task();
	u64 first = arch_call_arg(regs, 0), second = arch_call_arg(regs, 1);

	if (kind & KEVENT_CALL_OPEN && ret >= 0)
		file_opened(task, ret, object);
	else if (kind & KEVENT_CALL_FD)
		object_of_fd(task, first, object);
	else if (kind & KEVENT_CALL_PATH)
		file_of_path(first, object);
	else if (file_of_path(second, object))
		object_of_fd(task, first, object); /* by a descriptor alone: AT_EMPTY_PATH */
}

#endif
