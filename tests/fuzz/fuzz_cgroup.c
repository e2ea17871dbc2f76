// SPDX-License-Identifier: GPL-2.0-or-later
/* The path of a control group, and the id of a container that is looked for in it, with a line break between them. */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "inspect/cgroup_path.h"

static void expect_within(const struct cgroup_name *found, const char *path)
{
	size_t len = strlen(path);

	if (found->end > len || found->len > len || found->text < path ||
	    found->text + found->len > path + len)
		abort();
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	char *path = malloc(size + 1), *id;
	struct cgroup_name found;

	memcpy(path, data, size);
	path[size] = '\0';
	id = strchr(path, '\n');
	if (id)
		*id++ = '\0';
	if (cgroup_container(path, &found))
		expect_within(&found, path);
	if (cgroup_unit(path, &found))
		expect_within(&found, path);
	if (id)
		cgroup_is_container(path, strlen(path), id);
	free(path);
	return 0;
}
