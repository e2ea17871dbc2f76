/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Applies options that were read again during a recording. */
#ifndef NYTPROF_RELOAD_H
#define NYTPROF_RELOAD_H

struct options;

/*
 * Takes over from fresh the options that can change during a recording, and the text that their
 * values point into. The caller releases fresh afterwards. Calls fixed() with the name of each
 * option that has changed but can't.
 */
void options_adopt(struct options *o, struct options *fresh, void (*fixed)(const char *key));

#endif
