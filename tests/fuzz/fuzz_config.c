// SPDX-License-Identifier: GPL-2.0-or-later
/* The configuration file: the input is the file, which is read as at the start and at a reload. */
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "log/log.h"
#include "options/options.h"
#include "util/error.h"

/* Is it a configuration? */
static bool parse(const void *file, size_t size)
{
	static int fd = -1;
	static char word[64];
	char *argv[] = { (char *)"nytprof-bpf", (char *)"record", word, (char *)"--all", NULL };
	struct options o, again;
	struct error err;
	bool good;

	if (fd < 0) {
		fd = memfd_create("input", MFD_CLOEXEC);
		fchmod(fd, 0600); /* what everybody can write to is not read */
	}
	if (ftruncate(fd, 0) || pwrite(fd, file, size, 0) != (ssize_t)size)
		return false;
	snprintf(word, sizeof(word), "--config=/proc/self/fd/%d", fd);
	good = !options_parse(&o, 4, argv, NULL, &err);
	if (good) {
		options_parse_again(&o, &again, &err);
		options_release(&again);
	}
	options_release(&o);
	return good;
}

/* Else nothing of an input is looked at. */
int LLVMFuzzerInitialize(int *argc, char ***argv)
{
	static const char good[] = "interval = 10\n", bad[] = "interval = 10 years\n";

	(void)argc;
	(void)argv;
	log_set_level(LOG_LEVEL_QUIET);
	if (!parse(good, strlen(good)) || parse(bad, strlen(bad))) {
		fputs("ERROR: a good configuration is refused, or a bad one is taken\n", stderr);
		exit(1);
	}
	return 0;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	parse(data, size);
	return 0;
}
