/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Signals that would end or stop the agent and lose what was recorded, where an error of write(2)
 * is enough. The agent ignores them, and a command gets them as they were. The command also gets
 * the two real-time signals that the C library keeps for itself (32 and 33; glibc, nptl): glibc
 * gives them handlers when the first thread is made, and nobody else can set them.
 */
#ifndef NYTPROF_SIGNALS_H
#define NYTPROF_SIGNALS_H

void signals_note(void); /* to be called before there are threads */
void signals_ignore(void);
void signals_restore(void); /* in a child, before exec */

#endif
