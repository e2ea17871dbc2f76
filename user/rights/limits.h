/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The limits that this process was started with (ulimit, LimitNOFILE=). The agent raises what it
 * may. The command gets the original ones.
 */
#ifndef NYTPROF_LIMITS_H
#define NYTPROF_LIMITS_H

struct error;

/*
 * Raises the limit of open files as far as the system allows: without multi-uprobe links (before
 * 6.6) each probe takes two. Removes the limit of processor time, if CAP_SYS_RESOURCE allows that;
 * otherwise SIGXCPU comes early enough to write what was recorded. -EMFILE with err set if too few
 * files are left for any recording.
 */
int limits_raise(struct error *err);

/* In the process that becomes the command, after limits_raise(). */
void limits_restore(void);

#endif
