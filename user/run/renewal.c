// SPDX-License-Identifier: GPL-2.0-or-later
#include "renewal.h"

#include <errno.h>
#include <string.h>
#include <unistd.h>

#include "drain/drain.h"
#include "util/clock.h"
#include "util/log.h"

void renewal_begin(struct renewal *r, double interval)
{
	r->not_before_ns = mono_ns() + (uint64_t)(10 * interval * 1e9);
}

void renewal_look(struct renewal *r, const struct drain *drain, uint64_t now)
{
	if (!r->not_before_ns || now < r->not_before_ns || !drain_is_worn(drain))
		return;
	r->due = true;
	log_warning(
		"the maps of names are three quarters full: all is written, and the recording begins anew; "
		"what runs has a second profile from then on, and some seconds are in none");
}

void renewal_exec(char **argv)
{
	execv("/proc/self/exe", argv);
	log_error("can't begin anew: %s", strerror(errno));
}
