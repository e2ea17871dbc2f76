/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The kernel's types and helpers, for all headers of bpf/.  The tests compile those headers for the
 * host: there the files of tests/bpf/kernel/ stand in for the files of this folder.
 */
#ifndef NYTPROF_KERNEL_KERNEL_BPF_H
#define NYTPROF_KERNEL_KERNEL_BPF_H

#include "vmlinux.h"
#include <bpf/bpf_helpers.h>
#include <bpf/bpf_tracing.h>
#include <bpf/bpf_core_read.h>

#define ENOMEM 12
#define EEXIST 17

/* The map that a map of maps with one entry has now.  first: the one that it was loaded with. */
#define inner_map(outer, first)                       \
	({                                            \
		u32 zero_ = 0;                        \
		bpf_map_lookup_elem((outer), &zero_); \
	})

/*
 * The flags of a bpf_loop() that is rarely called: 0, but the verifier does not know it.  Where it
 * does, it puts 18 instructions in the place of the call, and for most of them Linux 6.18 copies
 * what it knows of all instructions (inline_bpf_loop(), bpf_patch_insn_data()).  These copies took a
 * fifth of the processor time of a start (docs/performance.md).
 */
#define CALLED                                                      \
	({                                                          \
		u64 zero_;                                          \
		asm volatile("%0 = r10; %0 -= r10;" : "=r"(zero_)); \
		zero_;                                              \
	})

#endif
