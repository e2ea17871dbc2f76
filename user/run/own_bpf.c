// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * By our own descriptors: ids would take CAP_SYS_ADMIN.  Several descriptors can be of one map, or program.
 */
#include "own_bpf.h"

#include <bpf/bpf.h>
#include <dirent.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "run/metrics_text.h"
#include "util/cleanup.h"

#define IDS_MAX 4096

struct counting {
	struct figures *figures;
	bool stats; /* the kernel counts runs */
	uint32_t ids[IDS_MAX]; /* that were met; maps' and programs' are numbered apart, */
	size_t cnt;
	size_t maps; /* so those of maps are done first: so many of them */
};

static bool is_new(struct counting *c, size_t from, uint32_t id)
{
	size_t i;

	for (i = from; i < c->cnt; i++) {
		if (c->ids[i] == id)
			return false;
	}
	if (c->cnt == IDS_MAX)
		return false;
	c->ids[c->cnt++] = id;
	return true;
}

/* The kernel tells it here only (kernel/bpf/syscall.c, bpf_map_show_fdinfo). */
static uint64_t map_memory(int fd)
{
	char path[64], line[128];
	unsigned long long bytes = 0;
	FILE *info __cleanup(close_file) = NULL;

	snprintf(path, sizeof(path), "/proc/self/fdinfo/%d", fd);
	info = fopen(path, "re");
	while (info && fgets(line, sizeof(line), info)) {
		if (sscanf(line, "memlock: %llu", &bytes) == 1)
			break;
	}
	return bytes;
}

static void count_map(struct counting *c, int fd)
{
	struct bpf_map_info info = {};
	uint32_t len = sizeof(info);

	if (!bpf_obj_get_info_by_fd(fd, &info, &len) && is_new(c, 0, info.id))
		c->figures->map_bytes += map_memory(fd);
}

static struct program_runs *runs_of(struct figures *f, const char *name)
{
	struct program_runs *runs;
	size_t i;

	for (i = 0; i < f->program_cnt; i++) {
		if (!strcmp(f->programs[i].name, name))
			return &f->programs[i];
	}
	if (i == FIGURES_PROGRAMS)
		return NULL;
	runs = &f->programs[f->program_cnt++];
	snprintf(runs->name, sizeof(runs->name), "%s", name);
	return runs;
}

static void count_program(struct counting *c, int fd)
{
	struct bpf_prog_info info = {};
	uint32_t len = sizeof(info);
	struct program_runs *runs;

	if (bpf_obj_get_info_by_fd(fd, &info, &len) || !is_new(c, c->maps, info.id))
		return;
	c->figures->missed += info.recursion_misses;
	runs = c->stats || info.run_cnt ? runs_of(c->figures, info.name) : NULL;
	if (!runs)
		return;
	runs->cnt += info.run_cnt;
	runs->seconds += (double)info.run_time_ns / 1e9;
}

static void each_of_kind(struct counting *c, const char *kind,
			 void (*count)(struct counting *c, int fd))
{
	DIR *dir __cleanup(close_dir) = opendir("/proc/self/fd");
	const struct dirent *d;
	char target[64];
	ssize_t len;

	while (dir && (d = readdir(dir))) {
		len = readlinkat(dirfd(dir), d->d_name, target, sizeof(target) - 1);
		if (len < 0)
			continue;
		target[len] = '\0';
		if (!strcmp(target, kind))
			count(c, atoi(d->d_name));
	}
}

static bool kernel_counts_runs(void)
{
	FILE *f __cleanup(close_file) = fopen("/proc/sys/kernel/bpf_stats_enabled", "re");

	return f && fgetc(f) == '1';
}

void own_bpf_count(struct figures *f)
{
	struct counting *c __cleanup(free_ptr) = calloc(1, sizeof(*c));

	if (!c)
		return;
	c->figures = f;
	c->stats = kernel_counts_runs();
	each_of_kind(c, "anon_inode:bpf-map", count_map);
	c->maps = c->cnt;
	each_of_kind(c, "anon_inode:bpf-prog", count_program);
}
