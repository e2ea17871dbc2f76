// SPDX-License-Identifier: GPL-2.0-or-later
/* Words for systemd: ready, reloading, stopping, that we are alive, and how it goes. */
#include "session/service.h"

#include <systemd/sd-daemon.h>
#include <time.h>

#include "log/log.h"
#include "options/options.h"
#include "options/reload.h"
#include "util/error.h"

#define STATUS_NS 5000000000ull

static uint64_t alive_at_ns, status_at_ns;

void service_ready(void)
{
	sd_notify(0, "READY=1");
}

void service_stopping(void)
{
	sd_notify(0, "STOPPING=1\nSTATUS=Writing the profiles");
}

/* From the loop and nowhere else: if that hangs, systemd is to see it. */
bool service_tick(uint64_t now_ns)
{
	uint64_t watchdog_us;

	if (now_ns >= alive_at_ns && sd_watchdog_enabled(0, &watchdog_us) > 0) {
		sd_notify(0, "WATCHDOG=1");
		alive_at_ns = now_ns + watchdog_us * 1000 / 2;
	}
	if (now_ns < status_at_ns)
		return false;
	status_at_ns = now_ns + STATUS_NS;
	return true;
}

void service_status(const struct service_counts *counts)
{
	sd_notifyf(0,
		   "STATUS=Recording: %u perl%s probed, %u process%s recorded now, %u profile%s "
		   "written",
		   counts->perls, counts->perls == 1 ? "" : "s", counts->processes,
		   counts->processes == 1 ? "" : "es", counts->profiles,
		   counts->profiles == 1 ? "" : "s");
}

/* ------------------------------------------------------------------------- reload */

static void say_fixed(const char *key)
{
	log_warning("%s keeps its old value: a reload can't change it, a restart can", key);
}

static void say_reloading(void)
{
	struct timespec ts;

	clock_gettime(CLOCK_MONOTONIC, &ts);
	sd_notifyf(0, "RELOADING=1\nMONOTONIC_USEC=%llu",
		   (unsigned long long)ts.tv_sec * 1000000 + (unsigned long long)ts.tv_nsec / 1000);
}

int service_reload(struct options *o,
		   int (*apply)(void *arg, const struct options *fresh, struct error *err),
		   void *arg, struct error *err)
{
	struct options fresh;
	struct error why;
	int rc;

	say_reloading();
	rc = options_parse_again(o, &fresh, &why);
	rc = rc ?: apply(arg, &fresh, &why);
	if (rc) {
		error_set(err, -rc, "%s; the configuration is unchanged", why.text);
		log_error("%s", err->text);
	} else {
		options_adopt(o, &fresh, say_fixed);
		log_set_level(options_log_level(o));
		log_info("reloaded %s", o->config);
	}
	options_release(&fresh);
	service_ready();
	return rc;
}
