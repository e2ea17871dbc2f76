// SPDX-License-Identifier: GPL-2.0-or-later
/* The table of outputs. */
#include "writer.h"

#include <stddef.h>
#include <string.h>

static const struct writer writers[] = {
	{ "term", write_term },
};

const struct writer *writer_find(const char *name)
{
	size_t i;

	for (i = 0; i < sizeof(writers) / sizeof(writers[0]); i++) {
		if (!strcmp(writers[i].name, name))
			return &writers[i];
	}
	return NULL;
}
