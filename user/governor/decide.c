// SPDX-License-Identifier: GPL-2.0-or-later
#include "governor/decide.h"

#define WINDOWS 2 /* over the budget in a row */

bool window_counts(const struct window *w)
{
	return w->cpu_ns > w->elapsed_ns / 1000;
}

double window_cost(const struct window *w)
{
	int64_t own = w->cpu_ns - w->probes_ns, least = w->probes_ns / 1000 + 1;

	if (w->elapsed_ns <= 0 || w->probes_ns <= 0 ||
	    w->probes_ns < (w->elapsed_ns - w->waited_ns) / 100)
		return 0;
	/* Prices are averages: what is left of the processor time can be nothing, or less. */
	return 100.0 * (double)w->probes_ns / (double)(own > least ? own : least);
}

bool gauge_exceeds(struct gauge *g, double cost, double budget)
{
	g->over = cost > budget ? g->over + 1 : 0;
	if (g->over < WINDOWS)
		return false;
	g->over = 0;
	return true;
}
