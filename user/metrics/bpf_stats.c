// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * By our own descriptors: ids would take CAP_SYS_ADMIN.  Several descriptors can be of one map, or
 * program.
 */
#include "metrics/bpf_stats.h"

#include <bpf/bpf.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "metrics/metrics_text.h"
#include "util/cleanup.h"
#include "util/fds.h"

#define FDS_MAX	  4096
#define NAMES_MAX 8

/* Our descriptors of a kind. */
struct fds {
	const char *kind;
	int fds[FDS_MAX];
	size_t cnt;
};

/* The tracepoint that a program is attached to. */
struct attached_to {
	uint32_t program;
	char name[32];
};

struct counting {
	struct figures *figures;
	bool stats; /* the kernel counts runs */
	struct fds maps;
	struct fds programs;
	struct fds links;
	uint32_t ids[FDS_MAX]; /* of one kind, that were met */
	size_t id_cnt;
	struct attached_to names[NAMES_MAX];
	size_t name_cnt;
};

static bool is_new(struct counting *c, uint32_t id)
{
	size_t i;

	for (i = 0; i < c->id_cnt; i++) {
		if (c->ids[i] == id)
			return false;
	}
	if (c->id_cnt == FDS_MAX)
		return false;
	c->ids[c->id_cnt++] = id;
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

	if (!bpf_obj_get_info_by_fd(fd, &info, &len) && is_new(c, info.id))
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

static void note_tracepoint(struct counting *c, int fd)
{
	struct attached_to *to = &c->names[c->name_cnt];
	struct bpf_link_info info = {};
	uint32_t len = sizeof(info);

	if (c->name_cnt == NAMES_MAX || bpf_obj_get_info_by_fd(fd, &info, &len) ||
	    info.type != BPF_LINK_TYPE_RAW_TRACEPOINT)
		return;
	info.raw_tracepoint.tp_name = (uintptr_t)to->name;
	info.raw_tracepoint.tp_name_len = sizeof(to->name);
	if (bpf_obj_get_info_by_fd(fd, &info, &len))
		return;
	to->program = info.prog_id;
	c->name_cnt++;
}

/*
 * The kernel has but the begin of a name; programs of tracepoints are named as these, and some
 * begin alike.
 */
static const char *full_name(const struct counting *c, const struct bpf_prog_info *info)
{
	size_t i, len = strlen(info->name);

	for (i = 0; i < c->name_cnt && len == sizeof(info->name) - 1; i++) {
		if (c->names[i].program == info->id && !strncmp(c->names[i].name, info->name, len))
			return c->names[i].name;
	}
	return info->name;
}

static void count_program(struct counting *c, int fd)
{
	struct bpf_prog_info info = {};
	uint32_t len = sizeof(info);
	struct program_runs *runs;

	if (bpf_obj_get_info_by_fd(fd, &info, &len) || !is_new(c, info.id))
		return;
	c->figures->missed += info.recursion_misses;
	runs = c->stats || info.run_cnt ? runs_of(c->figures, full_name(c, &info)) : NULL;
	if (!runs)
		return;
	runs->cnt += info.run_cnt;
	runs->seconds += (double)info.run_time_ns / 1e9;
}

static void note_fd(int fd, const char *kind, void *arg)
{
	struct counting *c = arg;
	struct fds *all[] = { &c->maps, &c->programs, &c->links };
	size_t i;

	for (i = 0; i < sizeof(all) / sizeof(all[0]); i++) {
		if (!strcmp(kind, all[i]->kind) && all[i]->cnt < FDS_MAX)
			all[i]->fds[all[i]->cnt++] = fd;
	}
}

static void each_of(struct counting *c, const struct fds *fds,
		    void (*count)(struct counting *c, int fd))
{
	size_t i;

	c->id_cnt = 0;
	for (i = 0; i < fds->cnt; i++)
		count(c, fds->fds[i]);
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
	c->maps.kind = "anon_inode:bpf-map";
	c->programs.kind = "anon_inode:bpf-prog";
	c->links.kind = "anon_inode:bpf_link";
	fds_each(note_fd, c);
	each_of(c, &c->maps, count_map);
	if (c->stats)
		each_of(c, &c->links, note_tracepoint);
	each_of(c, &c->programs, count_program);
}
