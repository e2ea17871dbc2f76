/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The two real-time signals that the C library keeps for itself (32 and 33; glibc, nptl): it gives
 * them handlers when the first thread is made, and lets nobody else set them.  A command is to
 * inherit what we did: they can have been ignored.
 */
#ifndef NYTPROF_SIGNALS_H
#define NYTPROF_SIGNALS_H

void signals_note(void); /* to be called before there are threads */
void signals_restore(void); /* in a child, before exec */

#endif
