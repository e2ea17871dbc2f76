// SPDX-License-Identifier: GPL-2.0-or-later
#include "way_in.h"

#include <bpf/bpf.h>
#include <elf.h>
#include <errno.h>
#include <string.h>
#include <sys/sysmacros.h>
#include <unistd.h>

#include "nytprof/sampled.h"
#include "perl/perl_image.h"
#include "target/process.h"
#include "util/error.h"

static int need(const struct perl_image *image, uint64_t vaddr, const char *symbol,
		struct error *err)
{
	return vaddr ? 0 :
		       error_set(err, ENOTSUP, "%s can't be sampled: it does not export %s",
				 image->path, symbol);
}

static int find(const struct way_in *way, struct sampled_file *file, struct error *err)
{
	const struct perl_image *image = way->image;

	*file = (struct sampled_file){ .build = way->build,
				       .how = SAMPLED_GLOBALS,
				       .code_vaddr = image->code_vaddr };
	if (!image->build.multiplicity)
		return 0;
	if (!image->build.ithreads) {
		file->how = SAMPLED_CURINTERP;
		file->vaddr = image->curinterp;
		return need(image, file->vaddr, "PL_curinterp", err);
	}
	if (image->build.machine != EM_X86_64)
		return error_set(err, ENOTSUP,
				 "%s can't be sampled: where threads keep their interpreter is "
				 "known on x86-64 only",
				 image->path);
	file->how = SAMPLED_KEY;
	file->vaddr = image->thr_key;
	return need(image, file->vaddr, "PL_thr_key", err);
}

int way_in_add_file(const struct way_in *way, int map, struct error *err)
{
	const struct perl_image *image = way->image;
	const struct sampled_file_key key = {
		.ino = image->ino,
		.dev = major(image->dev) << 20 | minor(image->dev),
	};
	struct sampled_file file;
	int rc = find(way, &file, err);

	if (rc || !bpf_map_update_elem(map, &key, &file, BPF_ANY))
		return rc;
	return error_set(err, errno, "can't sample %s: %s", image->path, strerror(errno));
}

int way_in_add_process(const struct way_in *way, int map, pid_t pid, uint64_t code_start,
		       struct error *err)
{
	const uint64_t page = (uint64_t)sysconf(_SC_PAGESIZE);
	const uint32_t key = (uint32_t)pid;
	struct sampled_file file;
	struct sampled s;
	int rc = find(way, &file, err);

	if (rc)
		return rc;
	if (way->image->build.ithreads && process_has_musl(pid))
		return error_set(err, ENOTSUP,
				 "process %d can't be sampled: where threads keep their "
				 "interpreter is not known of musl",
				 pid);
	s = (struct sampled){ .build = way->build,
			      .how = file.how,
			      .at = file.vaddr + code_start - file.code_vaddr / page * page,
			      .forkdepth = way->forkdepth };
	if (!bpf_map_update_elem(map, &key, &s, BPF_ANY))
		return 0;
	return error_set(err, errno, "can't sample process %d: %s", pid, strerror(errno));
}
