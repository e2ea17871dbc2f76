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

static struct sampled_file_key key_of(dev_t dev, uint64_t ino)
{
	return (struct sampled_file_key){ .ino = ino, .dev = major(dev) << 20 | minor(dev) };
}

int way_in_add_file(const struct way_in *way, int map, dev_t dev, uint64_t ino, struct error *err)
{
	const struct sampled_file_key key = key_of(dev, ino);
	struct sampled_file file;
	int rc = find(way, &file, err);

	if (rc || !bpf_map_update_elem(map, &key, &file, BPF_ANY))
		return rc;
	return error_set(err, errno, "can't sample %s: %s", way->image->path, strerror(errno));
}

void way_in_forget_file(int map, dev_t dev, uint64_t ino)
{
	const struct sampled_file_key key = key_of(dev, ino);

	bpf_map_delete_elem(map, &key);
}

static int find_process(const struct way_in *way, uint64_t code_start, struct sampled *s,
			struct error *err)
{
	const uint64_t page = (uint64_t)sysconf(_SC_PAGESIZE);
	struct sampled_file file;
	int rc = find(way, &file, err);

	*s = (struct sampled){ .build = way->build,
			       .how = file.how,
			       .at = file.vaddr + code_start - file.code_vaddr / page * page,
			       .forkdepth = way->forkdepth };
	return rc;
}

bool way_in_is_known(const struct way_in *way, int map, pid_t pid, uint64_t code_start)
{
	const uint32_t key = (uint32_t)pid;
	struct sampled have, s;

	return !find_process(way, code_start, &s, &(struct error){}) &&
	       !bpf_map_lookup_elem(map, &key, &have) && have.build == s.build &&
	       (have.at == s.at || have.how == SAMPLED_NOT);
}

int way_in_add_process(const struct way_in *way, int map, pid_t pid, uint64_t code_start,
		       struct error *err)
{
	const uint32_t key = (uint32_t)pid;
	struct sampled s;
	int rc = find_process(way, code_start, &s, err);

	if (rc)
		return rc;
	if (way->image->build.ithreads && process_has_musl(pid))
		return error_set(err, ENOTSUP,
				 "process %d can't be sampled: where threads keep their "
				 "interpreter is not known of musl",
				 pid);
	if (!bpf_map_update_elem(map, &key, &s, BPF_ANY))
		return 0;
	return error_set(err, errno, "can't sample process %d: %s", pid, strerror(errno));
}

void way_in_forget_process(int map, pid_t pid)
{
	const uint32_t key = (uint32_t)pid;

	bpf_map_delete_elem(map, &key);
}
