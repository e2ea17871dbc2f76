/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The limits that this process was started with (ulimit, LimitNOFILE=).  The agent raises what it may.  The command is to
 * have them as they were.
 */
#ifndef NYTPROF_LIMITS_H
#define NYTPROF_LIMITS_H

struct error;

/*
 * Allows as many open files as the system does: without multi-uprobe links (before 6.6) each probe is two.  Takes the limit
 * of processor time away, if CAP_SYS_RESOURCE allows it; else SIGXCPU comes in time to write what was recorded.
 * -EMFILE with err set if too few files are left for any recording.
 */
int limits_raise(struct error *err);

/* In the process that becomes the command, after limits_raise(). */
void limits_restore(void);

#endif
