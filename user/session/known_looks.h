/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What the perls of a command are, which one agent finds for the next ones of this boot. */
#ifndef NYTPROF_KNOWN_LOOKS_H
#define NYTPROF_KNOWN_LOOKS_H

/* Before the first look at a command's perls: what is kept is not looked at again (kept_looks.h). */
void known_looks_take(void);

/* When they have been found: keeps what is new. */
void known_looks_keep(void);

#endif
