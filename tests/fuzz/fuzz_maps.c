// SPDX-License-Identifier: GPL-2.0-or-later
/* A line of /proc/PID/maps, of which the target chooses the path. */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "target/maps.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	char *line = malloc(size + 1), path[MAPS_PATH_MAX];
	struct mapped_file m;

	memcpy(line, data, size);
	line[size] = '\0';
	if (maps_parse(line, &m, path) && (m.path != path || strlen(path) > size))
		abort();
	free(line);
	return 0;
}
