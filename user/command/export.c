// SPDX-License-Identifier: GPL-2.0-or-later
/* nytprof-bpf export: profiles for other tools. */
#include <stdio.h>
#include <unistd.h>

#include "command/command.h"
#include "command/write_out.h"
#include "export/export.h"
#include "log/exit_status.h"
#include "log/log.h"
#include "options/options.h"
#include "util/error.h"

static void list_formats(char *text, size_t size)
{
	const char *name;
	size_t i, len = 0;

	for (i = 0; (name = export_name(i)) && len < size; i++)
		len += (size_t)snprintf(text + len, size - len, "%s%s",
					!i		   ? "" :
					export_name(i + 1) ? ", " :
							     " or ",
					name);
}

static int write_format(struct profile *p, const struct stacks *s, const void *exporter, FILE *out)
{
	return ((const struct exporter *)exporter)->write(p, s, out);
}

int run_export(const struct options *o)
{
	const char *format = o->said[OPTION_FORMAT];
	const struct exporter *e = format ? export_find(format) : NULL;
	struct output output = { .write = write_format, .arg = e };
	struct error err = {};
	char formats[256] = "";

	list_formats(formats, sizeof(formats));
	if (!e) {
		log_error(format ? "--format=%s: must be %s" :
				   "export: in which format? Give --format=%s%s",
			  format ?: "", format ? formats : formats);
		return STATUS_USAGE;
	}
	if (e->binary && !o->said[OPTION_FILE] && !o->said[OPTION_OUTPUT] &&
	    isatty(STDOUT_FILENO)) {
		log_error("%s is binary, and stdout is a terminal: use -o FILE", format);
		return STATUS_USAGE;
	}
	output.stacks = e->stacks;
	output.lines = e->lines;
	output.events = e->events;
	if (!write_out_files(&output, o, &err))
		return STATUS_DONE;
	log_error("%s", err.text);
	return STATUS_FAILED;
}
