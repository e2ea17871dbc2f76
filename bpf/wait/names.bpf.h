/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Names of files and unix sockets that somebody waits for or uses.  They are read from the kernel's
 * memory, once for each, and kept in a map of their own: it is allocated at once, and forgets what
 * was not asked for lately.
 */
#ifndef NYTPROF_WAIT_NAMES_BPF_H
#define NYTPROF_WAIT_NAMES_BPF_H

#include "nytprof/limits.h"
#include "nytprof/waits.h"
#include "kernel/kernel.bpf.h"
#include "kernel/cwd.bpf.h"
#include "kernel/descriptor.bpf.h"

struct {
	__uint(type, BPF_MAP_TYPE_LRU_HASH);
	__uint(max_entries, WAIT_NAMES);
	__type(key, struct wait_object);
	__type(value, struct wait_name);
} wait_names SEC(".maps");

struct wait_scratch {
	char path[CWD_ROOM];
	struct path_walk walk;
	struct wait_name name;
};

/*
 * Switches of tasks and ends of system calls use it: neither is interrupted by the other, on one
 * processor.
 */
struct {
	__uint(type, BPF_MAP_TYPE_PERCPU_ARRAY);
	__uint(max_entries, 1);
	__type(key, u32);
	__type(value, struct wait_scratch);
} wait_scratches SEC(".maps");

static __always_inline struct wait_scratch *wait_scratch_get(void)
{
	u32 zero = 0;

	return bpf_map_lookup_elem(&wait_scratches, &zero);
}

/* The end of the path, from the process's root on; else the file's own name. */
static __always_inline void name_of_file(struct task_struct *task, struct file *file,
					 struct wait_scratch *s)
{
	struct path_out out = { .walk = &s->walk, .to = s->path };
	struct dentry *dentry = BPF_CORE_READ(file, f_path.dentry);
	u32 pos, len;

	s->walk.at = dentry;
	s->walk.mount = mount_of(BPF_CORE_READ(file, f_path.mnt));
	s->walk.root = BPF_CORE_READ(task, fs, root.dentry);
	s->walk.root_mount = mount_of(BPF_CORE_READ(task, fs, root.mnt));
	s->walk.pos = CWD_MAX;
	s->walk.done = 0;
	bpf_loop(PATH_DEPTH_MAX, path_up, &out, 0);
	pos = s->walk.pos;
	if (!s->walk.done || pos >= CWD_MAX) {
		bpf_probe_read_kernel_str(s->name.text, WAIT_NAME_MAX - 1,
					  BPF_CORE_READ(dentry, d_name.name));
		return;
	}
	len = CWD_MAX - pos;
	if (len > WAIT_NAME_MAX - 1)
		len = WAIT_NAME_MAX - 1;
	barrier_var(len); /* or clang leaves out what it knows and the verifier doesn't */
	if (len > WAIT_NAME_MAX - 1)
		return;
	pos = CWD_MAX - len;
	barrier_var(pos);
	if (pos > CWD_MAX)
		return;
	bpf_probe_read_kernel(s->name.text, len, s->path + pos);
}

/* An empty name to fill in. NULL: the object has a name, or there is no memory for one. */
static __always_inline struct wait_scratch *begin_name(const struct wait_object *object)
{
	struct wait_scratch *s;

	if (bpf_map_lookup_elem(&wait_names, object))
		return NULL;
	s = wait_scratch_get();
	if (s)
		__builtin_memset(&s->name, 0, sizeof(s->name));
	return s;
}

/* With a stack of its own: see state/state.bpf.h. */
static __noinline int name_file(struct task_struct *task, struct file *file,
				const struct wait_object *object)
{
	struct wait_scratch *s = begin_name(object);

	if (!s)
		return 0;
	name_of_file(task, file, s);
	bpf_map_update_elem(&wait_names, object, &s->name, BPF_ANY);
	return 0;
}

#define UNIX_FAMILY 2 /* bytes of a struct sockaddr_un that are before the path */

/* An abstract address begins with a NUL, and is shown with a @ there. */
static __noinline int name_unix(struct unix_address___waits *addr, const struct wait_object *object)
{
	struct wait_scratch *s = begin_name(object);
	u32 len;

	if (!s)
		return 0;
	len = (u32)BPF_CORE_READ(addr, len) - UNIX_FAMILY;
	if (len < 1 || len > 108)
		return 0;
	bpf_probe_read_kernel(s->name.text, len,
			      (char *)addr +
				      bpf_core_field_offset(struct unix_address___waits, len) +
				      sizeof(addr->len) + UNIX_FAMILY);
	if (!s->name.text[0])
		s->name.text[0] = '@';
	bpf_map_update_elem(&wait_names, object, &s->name, BPF_ANY);
	return 0;
}

#endif
