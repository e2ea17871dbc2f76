/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef NYTPROF_PROBES_GROUP_NAMES_H
#define NYTPROF_PROBES_GROUP_NAMES_H

#include "nytprof/group_names.h"

struct group_options;

/* What the BPF programs compare names with: group->cnt entries of to. */
void group_names_fill(struct group_name to[GROUP_NAMES], const struct group_options *group);

#endif
