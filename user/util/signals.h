/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * What is done about signals that a command must not notice.  It is to inherit what we did: of the
 * two real-time signals that the C library keeps for itself (32 and 33; glibc, nptl), as it gives them
 * handlers when the first thread is made, and lets nobody else set them; and of SIGPIPE.
 */
#ifndef NYTPROF_SIGNALS_H
#define NYTPROF_SIGNALS_H

void signals_note(void); /* to be called before there are threads */
void signals_ignore_pipe(void); /* whoever reads our messages may have had enough */
void signals_restore(void); /* in a child, before exec */

#endif
