// SPDX-License-Identifier: GPL-2.0-or-later
/* What /proc tells of a process: the input is its command line, as it has written that itself. */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "inspect/cmdline.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	/* Just its size: one byte too far is seen. */
	char *args = malloc(size);

	memcpy(args, data, size);
	free(cmdline_application(args, size));
	free(cmdline_code(args, size));
	free(args);
	return 0;
}
