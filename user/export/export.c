// SPDX-License-Identifier: GPL-2.0-or-later
/* The table of formats. */
#include "export/export.h"

#include <string.h>

static const struct exporter exporters[] = {
	{ .name = "folded", .stacks = true, .write = export_folded },
	{ .name = "callgrind", .write = export_callgrind },
	{ .name = "pprof",
	  .binary = true,
	  .stacks = true,
	  .lines = true,
	  .events = true,
	  .write = export_pprof },
	{ .name = "speedscope", .stacks = true, .events = true, .write = export_speedscope },
	{ .name = "firefox", .stacks = true, .write = export_firefox },
	{ .name = "svg", .stacks = true, .write = export_svg },
	{ .name = "csv", .events = true, .write = export_csv },
	{ .name = "json", .stacks = true, .write = export_json },
	{ .name = "quickfix", .write = export_quickfix },
};

#define EXPORTERS (sizeof(exporters) / sizeof(exporters[0]))

const struct exporter *export_find(const char *name)
{
	size_t i;

	for (i = 0; i < EXPORTERS; i++) {
		if (!strcmp(exporters[i].name, name))
			return &exporters[i];
	}
	return NULL;
}

const char *export_name(size_t i)
{
	return i < EXPORTERS ? exporters[i].name : NULL;
}
