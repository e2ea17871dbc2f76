/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Is a sub one of those whose calls are told apart? The string in the scratch is compared by its
 * hash.
 */
#ifndef NYTPROF_NAMES_GROUP_NAMES_BPF_H
#define NYTPROF_NAMES_GROUP_NAMES_BPF_H

#include "nytprof/group_names.h"
#include "config.bpf.h"
#include "kernel/kernel.bpf.h"
#include "state/scratch.bpf.h"

/* A bit for each entry of group_names whose sub has this name. */
static __always_inline u32 group_by_name(const struct scratch *s)
{
	u32 found = 0, i;

	for (i = 0; i < GROUP_NAMES && i < settings.group_cnt; i++) {
		if (s->hash[0] == group_names[i].name[0] && s->hash[1] == group_names[i].name[1])
			found |= 1u << i;
	}
	return found;
}

/* Likewise of its package. */
static __always_inline u32 group_by_package(const struct scratch *s)
{
	u32 found = 0, i;

	for (i = 0; i < GROUP_NAMES && i < settings.group_cnt; i++) {
		if (s->hash[0] == group_names[i].pkg[0] && s->hash[1] == group_names[i].pkg[1])
			found |= 1u << i;
	}
	return found;
}

#endif
