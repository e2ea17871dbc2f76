// SPDX-License-Identifier: GPL-2.0-or-later
#include "probes/expected_price.h"

#include <stdio.h>

#include "attach/calibrate.h"
#include "log/log.h"
#include "options/options.h"
#include "profile/price.h"

void expected_price_say(const struct kernel *kernel, const struct options *options)
{
	uint32_t probe_ns = kernel->trap_ns[PRICE_TRAP] + kernel->handler_ns;
	double calls = price_expected(probe_ns, kernel->bare_ns, false),
	       all = price_expected(probe_ns, kernel->bare_ns, true);
	char instead[64] = "";

	if (options->empty_probes || options->sampled || calls <= 0)
		return;
	if (options->nytprof.stmts && options->nytprof.subs)
		snprintf(instead, sizeof(instead), "; with --mode=subs about %.0f times", calls);
	log_info("Perl code runs about %.0f times slower while it is recorded (estimate; a "
		 "probe costs %.2f us here)%s",
		 options->nytprof.stmts ? all : calls, probe_ns / 1e3, instead);
}
