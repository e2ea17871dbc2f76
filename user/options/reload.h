/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What becomes of options that are read again while a recording runs. */
#ifndef NYTPROF_RELOAD_H
#define NYTPROF_RELOAD_H

struct options;

/*
 * Takes from fresh what can change while the probes stay, with the text that the values are in; fresh is to be released
 * afterwards.  fixed() is called with the name of each option that has changed and can't.
 */
void options_adopt(struct options *o, struct options *fresh, void (*fixed)(const char *key));

#endif
