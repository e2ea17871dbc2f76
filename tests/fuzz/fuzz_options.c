// SPDX-License-Identifier: GPL-2.0-or-later
/* The command line: the input is the variable NYTPROF and then words, each ended by a NUL. */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "log/log.h"
#include "options/options.h"
#include "util/error.h"

#define WORDS_MAX 64

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	char *text = malloc(size + 1), *word = text;
	char *argv[WORDS_MAX + 2] = { (char *)"nytprof-bpf" };
	const char *env = NULL;
	struct options o;
	struct error err;
	int argc = 1;

	log_set_level(LOG_LEVEL_QUIET);
	memcpy(text, data, size);
	text[size] = '\0';
	for (; word < text + size && argc <= WORDS_MAX; word += strlen(word) + 1) {
		if (word == text)
			env = *word ? word : NULL;
		else
			argv[argc++] = word;
	}
	options_parse(&o, argc, argv, env, &err);
	options_release(&o);
	free(text);
	return 0;
}
