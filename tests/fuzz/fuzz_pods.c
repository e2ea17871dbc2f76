// SPDX-License-Identifier: GPL-2.0-or-later
/* The file of --pods. */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "push/pod_list.h"
#include "util/error.h"

static void expect_text(const char *text, size_t size)
{
	if (strnlen(text, size) == size)
		abort();
}

static int take(void *arg, const struct pod_container *c)
{
	(void)arg;
	expect_text(c->uid, sizeof(c->uid));
	expect_text(c->namespace, sizeof(c->namespace));
	expect_text(c->pod, sizeof(c->pod));
	expect_text(c->id, sizeof(c->id));
	expect_text(c->name, sizeof(c->name));
	if (!*c->uid || !*c->namespace || !*c->pod || (*c->id && !*c->name))
		abort();
	return 0;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct error err = {};

	if (pod_list_parse((const char *)data, size, take, NULL, &err) &&
	    (!*err.text || strpbrk(err.text, "\n\x1b")))
		abort();
	return 0;
}
