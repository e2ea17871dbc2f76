// SPDX-License-Identifier: GPL-2.0-or-later
/* What a worker says, once somebody has it in his hands: of a perl, and of a process's subs. */
#include <fcntl.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "inspect/memory_subs.h"
#include "inspect/stash_job.h"
#include "perl/perl_image.h"
#include "sandbox/sandbox.h"
#include "target/perl_answer.h"
#include "util/error.h"

#define NEEDS sizeof(struct perl_image)

/* An image is long: what the input lacks of it is zero. */
static void take_perl(const uint8_t *data, size_t size)
{
	static int fd = -1;
	char *said = calloc(1, size > NEEDS ? size : NEEDS);
	struct sandbox_answer a = { .data = said, .len = size > NEEDS ? size : NEEDS };
	struct perl_image *image;
	struct error err;
	size_t at = 0, i;

	if (fd < 0)
		fd = open("/proc/self/exe", O_RDONLY | O_CLOEXEC);
	memcpy(said, data, size);
	image = perl_image_take(&a, &at, fd, "perl", &err);
	for (i = 0; image && i < image->probe_cnt; i++) {
		if (strlen(image->probes[i].function) >= sizeof(image->probes[i].function))
			abort();
	}
	perl_image_free(image);
	free(said);
}

static bool seen(void *arg, uint64_t cop, uint32_t seq, struct sub_lines *lines)
{
	(void)arg;
	*lines = (struct sub_lines){ .first = seq, .last = seq };
	return cop & 1;
}

static void add_subs(const uint8_t *data, size_t size)
{
	char *said = malloc(size + 1);
	struct sandbox_answer a = { .data = said, .len = size };
	struct stash_result result = { .subs = &a };
	struct memory_subs *found = memory_subs_new(NULL);
	const struct found_sub *sub;

	memcpy(said, data, size);
	stash_job_add(&result, found, 1, seen, NULL);
	for (sub = memory_subs_next(found, NULL); sub; sub = memory_subs_next(found, sub)) {
		if (!sub->line || !sub->name)
			abort();
	}
	memory_subs_free(found);
	free(said);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	if (!size)
		return 0;
	if (data[0] & 1)
		take_perl(data + 1, size - 1);
	else
		add_subs(data + 1, size - 1);
	return 0;
}
