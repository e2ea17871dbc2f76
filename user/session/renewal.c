// SPDX-License-Identifier: GPL-2.0-or-later
#include "session/renewal.h"

#include <errno.h>
#include <string.h>
#include <unistd.h>

#include "drain/drain.h"
#include "log/log.h"
#include "util/clock.h"

#define USERS_NS (6 * 3600 * 1000000000ull)

void renewal_begin(struct renewal *r, double interval)
{
	r->not_before_ns = mono_ns() + (uint64_t)(10 * interval * 1e9);
	r->users_ns = r->not_before_ns + USERS_NS;
}

void renewal_look(struct renewal *r, const struct drain *drain, uint64_t now)
{
	const char *what = "the maps of names are";

	if (!r->not_before_ns || now < r->not_before_ns)
		return;
	if (!drain_is_worn(drain)) {
		if (now < r->users_ns || !drain_user_is_worn(drain))
			return;
		what = "a user's part of the maps of names is";
	}
	r->due = true;
	log_warning("%s three quarters full: the agent writes all profiles and restarts the "
		    "recording; running programs get a second profile, and the seconds "
		    "between are not recorded",
		    what);
}

void renewal_exec(char **argv)
{
	execv("/proc/self/exe", argv);
	log_error("can't restart the recording: %s", strerror(errno));
}
