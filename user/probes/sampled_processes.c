// SPDX-License-Identifier: GPL-2.0-or-later
/* Tells the ticks which files are perls, and which processes have one that they can't find. */
#include "probes/probes_parts.h"

#include <errno.h>

#include "attach/object_maps.h"
#include "log/log.h"
#include "options/options.h"
#include "sample/way_in.h"
#include "util/error.h"

struct way_in probes_way_in(const struct probes *a, int image)
{
	return (struct way_in){ .image = a->images[image],
				.build = (uint32_t)a->object_of[image],
				.forkdepth = options_forkdepth(a->options) };
}

int probes_sample_file(struct probes *a, int image, dev_t dev, uint64_t ino, struct error *err)
{
	const struct way_in way = probes_way_in(a, image);
	struct maps maps;
	int rc;

	object_maps(a->objects[0], &maps);
	rc = way_in_add_file(&way, maps.sampled_files, dev, ino, err);
	if (rc != -E2BIG)
		return rc;
	/* Its processes are told one by one. */
	log_verbose("%s", err->text);
	return 0;
}

void probes_forget_file(struct probes *a, dev_t dev, uint64_t ino)
{
	struct maps maps;

	if (!a->options->sampled || !a->object_cnt)
		return;
	object_maps(a->objects[0], &maps);
	way_in_forget_file(maps.sampled_files, dev, ino);
}

bool probes_sample_process(struct probes *a, int image, pid_t pid, uint64_t start)
{
	const struct way_in way = probes_way_in(a, image);
	struct error err;
	struct maps maps;
	int rc;

	object_maps(a->objects[0], &maps);
	if (way_in_is_known(&way, maps.sampled, pid, start))
		return false;
	rc = way_in_add_process(&way, maps.sampled, pid, start, &err);
	if (rc)
		log_verbose("%s", err.text);
	return !rc;
}

void probes_forget_process(struct probes *a, pid_t pid)
{
	struct maps maps;

	object_maps(a->objects[0], &maps);
	way_in_forget_process(maps.sampled, pid);
}
