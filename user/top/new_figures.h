/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef NYTPROF_TOP_NEW_FIGURES_H
#define NYTPROF_TOP_NEW_FIGURES_H

struct figures;
struct options;

/* With the rate of the samples and the events that were asked for. NULL: out of memory. */
struct figures *new_figures(const struct options *o);

#endif
