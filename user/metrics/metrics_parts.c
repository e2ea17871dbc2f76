// SPDX-License-Identifier: GPL-2.0-or-later
#include "metrics/metrics_parts.h"

void metrics_begin(FILE *to, const char *name, const char *type, const char *help)
{
	fprintf(to, "# HELP " PREFIX "%s %s\n# TYPE " PREFIX "%s %s\n", name, help, name, type);
}

void metrics_label(FILE *to, char before, const char *label, const char *value)
{
	fprintf(to, "%c%s=\"", before, label);
	for (; *value; value++) {
		if (*value == '\n')
			fputs("\\n", to);
		else if (*value == '"' || *value == '\\')
			fprintf(to, "\\%c", *value);
		else
			fputc(*value, to);
	}
	fputc('"', to);
}
