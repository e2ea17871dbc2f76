// SPDX-License-Identifier: GPL-2.0-or-later
#include "drain/unclosed.h"

#include <bpf/bpf.h>

#include "attach/object_maps.h"
#include "nytprof/counts.h"
#include "nytprof/limits.h"

static bool is_half_full(const struct maps *maps)
{
	struct pressure p;
	uint32_t zero = 0;

	return !bpf_map_lookup_elem(maps->pressures, &zero, &p) && p.calls > maps->hot_entries / 2;
}

bool unclosed_close(const struct maps *maps, uint32_t interp, uint64_t *failed)
{
	uint64_t id = interp;
	LIBBPF_OPTS(bpf_test_run_opts, opts, .ctx_in = &id, .ctx_size_in = sizeof(id));

	do {
		if (bpf_prog_test_run_opts(maps->wind_up, &opts)) {
			++*failed;
			return false;
		}
		if (opts.retval)
			return false;
	} while (!is_half_full(maps));
	return true;
}
