/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Constants that user space fills in before the object is loaded.  The verifier knows them, and
 * removes the code that they switch off.  Each use of one is still a load.
 */
#ifndef NYTPROF_CONFIG_BPF_H
#define NYTPROF_CONFIG_BPF_H

#include "nytprof/group_names.h"
#include "nytprof/kevents.h"
#include "nytprof/perl_layout.h"
#include "nytprof/settings.h"
#include "nytprof/slow_ops.h"
#include "nytprof/waits.h"

#ifndef CONFIG /* the native tests set them */
#define CONFIG const volatile
#endif

CONFIG struct perl_layout layout;
CONFIG struct settings settings;
CONFIG struct group_name group_names[GROUP_NAMES];
CONFIG __u8 slow_ops[OP_TYPES]; /* enum slow_op, by op_type */
CONFIG __u8 wait_calls[WAIT_CALLS]; /* enum wait_argument, by number of the system call */
CONFIG __u16 kevent_calls[WAIT_CALLS]; /* KEVENT_CALL_*, by number of the system call */
CONFIG __u8 op_costs[OP_TYPES]; /* see include/nytprof/op_costs.h, by op_type */

#endif
