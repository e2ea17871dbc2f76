/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Which interpreter the interrupted thread runs.
 *
 * An unthreaded perl has one, in global variables.  A threaded one keeps each thread's in a pthread
 * key (util.c, Perl_set_context: "We set thread-specific value always", 5.14 to 5.44), whose value
 * is in the thread's own memory.
 */
#ifndef NYTPROF_PLACE_BPF_H
#define NYTPROF_PLACE_BPF_H

#include "nytprof/losses.h"
#include "nytprof/sampled.h"
#include "config.bpf.h"
#include "kernel/kernel.bpf.h"
#include "state/loss.bpf.h"
#include "perl/interp.bpf.h"

struct {
	__uint(type, BPF_MAP_TYPE_HASH);
	__uint(map_flags, BPF_F_NO_PREALLOC);
	__uint(max_entries, SAMPLED_ENTRIES);
	__type(key, u32); /* tgid */
	__type(value, struct sampled);
} sampled SEC(".maps");

/*
 * Of glibc on x86-64 (nptl/descr.h, struct pthread: specific_1stblock, specific; 2.17 to 2.42): the
 * values of the first 32 keys, and pointers to blocks of 32 each.  A value follows its sequence
 * number.
 */
#define TSD_FIRST  0x310
#define TSD_BLOCKS 0x510
#define TSD_BLOCK  32
#define TSD_KEYS   1024

/* pthread_getspecific() of a thread, whose thread pointer is tp; 0: none. */
static __always_inline u64 tsd_value(u64 tp, u32 key)
{
	u64 block = tp + TSD_FIRST;

	if (key >= TSD_KEYS)
		return 0;
	if (key >= TSD_BLOCK)
		block = user_u64(tp + TSD_BLOCKS + key / TSD_BLOCK * 8);
	return block ? user_u64(block + key % TSD_BLOCK * 16 + 8) : 0;
}

/* Its interpreter, as in shadow.base; false: it has none. */
static __always_inline bool sampled_base(const struct sampled *s, u64 tp, u64 *base)
{
	switch (s->how) {
	case SAMPLED_NOT:
		return false;
	case SAMPLED_GLOBALS:
		*base = s->at;
		return true;
	case SAMPLED_CURINTERP:
		*base = user_u64(s->at);
		return *base != 0;
	default:
		*base = tp ? tsd_value(tp, user_u32(s->at)) : 0;
		return *base != 0;
	}
}

struct {
	__uint(type, BPF_MAP_TYPE_HASH);
	__uint(max_entries, SAMPLED_FILES);
	__type(key, struct sampled_file_key);
	__type(value, struct sampled_file);
} sampled_files SEC(".maps");

/*
 * Is this program, with its code at that address, a perl that is known?  Then the process is
 * sampled as one.
 */
static __always_inline struct sampled *sampled_program(u32 tgid, const struct sampled_file_key *key,
						       u64 code_start)
{
	const struct sampled_file *file = bpf_map_lookup_elem(&sampled_files, key);
	struct sampled s = { .forkdepth = settings.forkdepth };

	if (!file)
		return NULL;
	s.build = file->build;
	s.how = file->how;
	s.at = file->vaddr + code_start - file->code_vaddr;
	/* The first object's program does this for all builds. */
	if (bpf_map_update_elem(&sampled, &tgid, &s, BPF_ANY))
		loss_count(0, LOSS_SAMPLES);
	return bpf_map_lookup_elem(&sampled, &tgid);
}

/* With a stack of its own: see state/state.bpf.h. */
static __noinline int sampled_forget(u32 tgid)
{
	return bpf_map_delete_elem(&sampled, &tgid);
}

/* A child has its interpreter where its parent has it. */
static __always_inline bool sampled_forked(u32 from, u32 child)
{
	struct sampled *s = bpf_map_lookup_elem(&sampled, &from), copy;

	if (!s)
		return true; /* no perl yet */
	copy = *s;
	if (!copy.forkdepth)
		copy.how = SAMPLED_NOT; /* or its program would tell that it is a perl */
	else if (copy.forkdepth > 0)
		copy.forkdepth--;
	if (bpf_map_update_elem(&sampled, &child, &copy, BPF_ANY) && copy.how != SAMPLED_NOT)
		loss_count(0, LOSS_INTERPS);
	return copy.how != SAMPLED_NOT;
}

#endif
