/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Where the processor was when a tick interrupted it: in the kernel, or in the code of a mapped file:
 * perl's, a library's, or that of an XS module.
 */
#ifndef NYTPROF_PROCESSOR_BPF_H
#define NYTPROF_PROCESSOR_BPF_H

#include "nytprof/processor.h"
#include "arch/arch.bpf.h"
#include "kernel/kernel.bpf.h"
#include "state/loss.bpf.h"
#include "state/state.bpf.h"

/* A tick is an interrupt, see user/attach/programs.c: all entries are allocated at once. */
struct {
	__uint(type, BPF_MAP_TYPE_HASH);
	__uint(max_entries, PROCESSOR_ENTRIES);
	__type(key, struct processor_key);
	__type(value, u64);
} processor SEC(".maps");

/* A tick is not interrupted by another one. */
struct {
	__uint(type, BPF_MAP_TYPE_PERCPU_ARRAY);
	__uint(max_entries, 1);
	__type(key, u32);
	__type(value, struct processor_key);
} processor_keys SEC(".maps");

struct vm_area_struct___code {
	u64 vm_start;
	u64 vm_end;
	struct file *vm_file;
} __attribute__((preserve_access_index));

/* What a callback is given is on the stack. */
struct processor_look {
	struct processor_range *range;
};

static long processor_take_file(struct task_struct *task, struct vm_area_struct___code *vma,
				struct processor_look *look)
{
	struct processor_range *range = look->range;
	struct file *file = BPF_CORE_READ(vma, vm_file);

	__builtin_memset(range->name, 0, sizeof(range->name));
	if (file)
		bpf_probe_read_kernel_str(range->name, sizeof(range->name),
					  BPF_CORE_READ(file, f_path.dentry, d_name.name));
	else
		__builtin_memcpy(range->name, "[no file]", sizeof("[no file]"));
	range->start = BPF_CORE_READ(vma, vm_start);
	range->end = BPF_CORE_READ(vma, vm_end);
	return 0;
}

/*
 * To ask for a mapping takes some 9 us on a virtual machine: the lock of the mappings is released in
 * an interrupt of its own.  So the last ones are kept.  A look in so many asks anew, as an address
 * may get another file.
 */
#define PROCESSOR_AGAIN 256

static __always_inline struct processor_range *processor_known(struct shadow *sh, u64 ip)
{
	u32 i;

	for (i = 0; i < PROCESSOR_RANGES; i++) {
		struct processor_range *range = &sh->processor_ranges[i];

		if (ip >= range->start && ip < range->end)
			return range;
	}
	return NULL;
}

/* The mapping of that address; NULL: it can't be told now. */
static __always_inline struct processor_range *processor_range(struct shadow *sh, u64 ip)
{
	u32 looks = sh->processor_looks++;
	struct processor_range *range = processor_known(sh, ip);
	struct processor_look look = { .range = range };

	if (range && looks % PROCESSOR_AGAIN)
		return range;
	if (!range)
		look.range = &sh->processor_ranges[looks % PROCESSOR_RANGES];
	if (bpf_find_vma((void *)bpf_get_current_task_btf(), ip, processor_take_file, &look, 0))
		return NULL;
	return look.range;
}

/*
 * regs: where the tick has interrupted it.  sh: the interpreter that it ran.  With a stack of its own:
 * see state/state.bpf.h.
 */
static __noinline int processor_count(const u64 *regs, struct shadow *sh)
{
	u32 zero = 0;
	u64 one = 1, *cnt;
	struct processor_key *key = bpf_map_lookup_elem(&processor_keys, &zero);
	struct processor_range *range;

	if (!key)
		return 0;
	__builtin_memset(key, 0, sizeof(*key));
	key->interp = sh->id;
	key->part = sh->part;
	if (!ARCH_TICK_IN_USER(regs)) {
		__builtin_memcpy(key->name, "[kernel]", sizeof("[kernel]"));
	} else {
		range = processor_range(sh, ARCH_TICK_IP(regs));
		if (range)
			__builtin_memcpy(key->name, range->name, sizeof(key->name));
		else
			__builtin_memcpy(key->name, "[unknown]", sizeof("[unknown]"));
	}
	cnt = bpf_map_lookup_elem(&processor, key);
	if (cnt)
		__sync_fetch_and_add(cnt, 1);
	else
		bpf_map_update_elem(&processor, key, &one, BPF_NOEXIST);
	return 0;
}

#endif
