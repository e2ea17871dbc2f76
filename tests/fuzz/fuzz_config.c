// SPDX-License-Identifier: GPL-2.0-or-later
/* The configuration file: the input is the file, which is read as at the start and at a reload. */
#include <stdint.h>
#include <stdio.h>
#include <sys/mman.h>
#include <unistd.h>

#include "log/log.h"
#include "options/options.h"
#include "util/error.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	static int fd = -1;
	static char word[64];
	char *argv[] = { (char *)"nytprof-bpf", (char *)"record", word, (char *)"--all", NULL };
	struct options o, again;
	struct error err;

	log_set_level(LOG_LEVEL_QUIET);
	if (fd < 0)
		fd = memfd_create("input", MFD_CLOEXEC);
	if (ftruncate(fd, 0) || pwrite(fd, data, size, 0) != (ssize_t)size)
		return -1;
	snprintf(word, sizeof(word), "--config=/proc/self/fd/%d", fd);
	if (!options_parse(&o, 4, argv, NULL, &err)) {
		options_parse_again(&o, &again, &err);
		options_release(&again);
	}
	options_release(&o);
	return 0;
}
