// SPDX-License-Identifier: GPL-2.0-or-later
#include "top/new_figures.h"

#include <stdlib.h>

#include "options/options.h"
#include "sample/ticks.h"
#include "top/figures.h"

static int add_event(const char *name, void *arg)
{
	return figures_add_event(arg, name);
}

struct figures *new_figures(const struct options *o)
{
	struct figures *f = figures_new(ticks_period_ns(options_rate(o)));

	if (!f || !event_options_each(&o->event, add_event, f))
		return f;
	figures_free(f);
	return NULL;
}
