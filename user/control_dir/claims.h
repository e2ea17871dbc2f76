/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Which recorder writes to which file: the link CONTROL_DIR/PID.file names it. A recorder writes
 * its profile again at each interval, so two recorders with one file name would overwrite each
 * other's profiles.
 */
#ifndef NYTPROF_CLAIMS_H
#define NYTPROF_CLAIMS_H

/*
 * Reserves a file name for this recorder. If another recorder has the name, this prints a warning
 * and adds a number. The caller frees the name. NULL: out of memory.
 */
char *claim_file(const char *file);

/* Gives the name back, for other recorders. */
void claim_drop(void);

#endif
