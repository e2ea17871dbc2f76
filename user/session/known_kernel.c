// SPDX-License-Identifier: GPL-2.0-or-later
#include "session/known_kernel.h"

#include <stdbool.h>
#include <stdint.h>
#include <string.h>
#include <time.h>

#include "attach/calibrate.h"
#include "control_dir/circumstances.h"
#include "control_dir/kept.h"
#include "log/log.h"
#include "session/measurements.h"

#define NAME "kernel"

struct kept_kernel {
	struct circumstances at;
	struct measurements measured;
};

static uint64_t boot_ns(void)
{
	struct timespec now;

	clock_gettime(CLOCK_BOOTTIME, &now);
	return (uint64_t)now.tv_sec * 1000000000u + (uint64_t)now.tv_nsec;
}

/* None, if nothing was kept or it was measured elsewhere. False: nothing can be kept. */
static bool take_kept(struct kept_kernel *kept)
{
	struct circumstances now;
	bool known = circumstances_read(&now, sizeof(struct kernel));

	if (kept_read(NAME, kept, sizeof(*kept)) || memcmp(&now, &kept->at, sizeof(now)) != 0)
		memset(kept, 0, sizeof(*kept));
	kept->at = now;
	measurements_age(&kept->measured, boot_ns());
	return known;
}

static int measure(struct kept_kernel *kept, bool known, struct kernel *kernel, struct error *err)
{
	int rc = kernel_calibrate(kernel, err);

	if (rc || !known)
		return rc;
	measurements_add(&kept->measured, kernel, boot_ns());
	kept_write(NAME, kept, sizeof(*kept));
	*kernel = *measurements_middle(&kept->measured);
	return 0;
}

int known_kernel(struct kernel *kernel, struct error *err)
{
	struct kept_kernel kept;
	bool known = take_kept(&kept);
	uint64_t now_ns = boot_ns();

	if (!known || measurements_are_few(&kept.measured, now_ns))
		return measure(&kept, known, kernel, err);
	*kernel = *measurements_middle(&kept.measured);
	log_verbose("what a probe costs was measured %llu s ago",
		    (unsigned long long)(measurements_since(&kept.measured, now_ns) / 1000000000u));
	return 0;
}

int known_kernel_measure(struct kernel *kernel, struct error *err)
{
	struct kept_kernel kept;
	bool known = take_kept(&kept);

	return measure(&kept, known, kernel, err);
}
