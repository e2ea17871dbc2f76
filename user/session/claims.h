/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Which file is which recorder's: CONTROL_DIR/PID.file is a link that names it.  A profile is written again each interval, so
 * two recorders with one name for their files would write over each other's in turn.
 */
#ifndef NYTPROF_CLAIMS_H
#define NYTPROF_CLAIMS_H

/*
 * A name for this recorder's files: this one, or (which is said) with a number, if it is another recorder's.  Freed by the
 * caller; NULL: no memory.
 */
char *claim_file(const char *file);

/* Others may have it. */
void claim_drop(void);

#endif
