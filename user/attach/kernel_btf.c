// SPDX-License-Identifier: GPL-2.0-or-later
#include "attach/kernel_btf.h"

#include <bpf/bpf.h>
#include <bpf/btf.h>
#include <bpf/libbpf.h>
#include <errno.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "attach/kernel_types.h"
#include "log/log.h"
#include "nytprof/group_names.h"
#include "nytprof/limits.h"
#include "nytprof/perl_layout.h"
#include "nytprof/settings.h"
#include "calibrate.skel.h"
#include "nytprof.skel.h"

/* The section of a program that gets a tracepoint's arguments, and what the kernel calls their type. */
#define TRACED	    "tp_btf/"
#define TRACED_NAME "btf_trace_"
#define TRACED_MOST 32

/* The ids of the tracepoints' types. They stay as long as the agent. */
static struct {
	const char *section;
	uint32_t id;
} traced[TRACED_MOST];

static unsigned traced_cnt;
static int types = -1; /* a file in memory; -1: there is none */
static char file[64]; /* its name; empty likewise */
static bool is_complete; /* no module has a type that is not in it */

/* Found types begin with this; their bytes follow it. */
struct found_types {
	uint32_t traced_cnt;
	uint32_t is_complete;
	struct {
		char section[64];
		uint32_t id;
	} traced[TRACED_MOST];
};

static uint32_t find_id(const char *section)
{
	unsigned i;

	for (i = 0; i < traced_cnt; i++) {
		if (!strcmp(traced[i].section, section))
			return traced[i].id;
	}
	return 0;
}

/* Those that the kernel lacks are left out. */
static void read_traced(const struct nytprof_bpf *skel, const struct btf *kernel)
{
	struct bpf_program *prog;
	char name[128];

	bpf_object__for_each_program(prog, skel->obj)
	{
		const char *section = bpf_program__section_name(prog);
		int id;

		if (strncmp(section, TRACED, strlen(TRACED)) || traced_cnt == TRACED_MOST ||
		    find_id(section))
			continue;
		snprintf(name, sizeof(name), TRACED_NAME "%s", section + strlen(TRACED));
		id = btf__find_by_name_kind(kernel, name, BTF_KIND_TYPEDEF);
		if (id <= 0)
			continue;
		traced[traced_cnt].section = strdup(section);
		traced[traced_cnt].id = (uint32_t)id;
		traced_cnt += !!traced[traced_cnt].section;
	}
}

/*
 * Before such a program is loaded. If it were of its true type already when it was opened, libbpf
 * would read all types to find the tracepoint (1.1 to 1.5, libbpf.c, prog_needs_vmlinux_btf).
 */
static int prepare_traced(struct bpf_program *prog, struct bpf_prog_load_opts *opts, long cookie)
{
	const uint32_t id = find_id(bpf_program__section_name(prog));

	(void)cookie;
	if (!id)
		return -ESRCH;
	opts->expected_attach_type = BPF_TRACE_RAW_TP;
	opts->attach_btf_id = id;
	return bpf_program__set_type(prog, BPF_PROG_TYPE_TRACING);
}

/* What the programs of both objects name. */
static struct btf *choose_types(const struct btf *kernel, const struct nytprof_bpf *skel)
{
	struct calibrate_bpf *calibrate = calibrate_bpf__open();
	const struct btf *names[] = { bpf_object__btf(skel->obj),
				      calibrate ? bpf_object__btf(calibrate->obj) : NULL };
	struct btf *chosen =
		calibrate ? kernel_types_choose(kernel, names, sizeof(names) / sizeof(names[0])) :
			    NULL;

	calibrate_bpf__destroy(calibrate);
	return chosen;
}

static void keep_open(int fd)
{
	types = fd;
	if (fd >= 0)
		snprintf(file, sizeof(file), "/proc/self/fd/%d", fd);
}

static void handle_traced(void)
{
	LIBBPF_OPTS(libbpf_prog_handler_opts, opts, .prog_prepare_load_fn = prepare_traced);

	libbpf_register_prog_handler(TRACED, BPF_PROG_TYPE_RAW_TRACEPOINT, 0, &opts);
}

static void read_all(void)
{
	struct btf *kernel = btf__load_vmlinux_btf();
	struct nytprof_bpf *skel = kernel ? nytprof_bpf__open() : NULL;
	struct btf *chosen = skel ? choose_types(kernel, skel) : NULL;
	int fd = chosen ? kernel_types_write(chosen) : -errno;

	if (skel) {
		is_complete = kernel_types_have(kernel, bpf_object__btf(skel->obj));
		read_traced(skel, kernel);
		handle_traced();
	}
	if (fd < 0)
		log_verbose("libbpf reads all types of the kernel: %s", strerror(-fd));
	keep_open(fd);
	btf__free(chosen);
	nytprof_bpf__destroy(skel);
	btf__free(kernel);
}

const char *kernel_btf_path(void)
{
	static pthread_once_t once = PTHREAD_ONCE_INIT;

	if (types < 0)
		pthread_once(&once, read_all);
	return *file ? file : NULL;
}

const char *kernel_btf_path_of_all(void)
{
	const char *path = kernel_btf_path();

	return is_complete ? path : NULL;
}

bool kernel_btf_has_tracepoint(const char *name)
{
	char section[64];

	if (!kernel_btf_path())
		return libbpf_find_vmlinux_btf_id(name, BPF_TRACE_RAW_TP) >= 0;
	snprintf(section, sizeof(section), TRACED "%s", name);
	return find_id(section);
}

void *kernel_btf_found(size_t *size)
{
	struct found_types *found;
	struct stat st;
	unsigned i;

	if (types < 0 || fstat(types, &st))
		return NULL;
	*size = sizeof(*found) + (size_t)st.st_size;
	found = calloc(1, *size);
	if (!found)
		return NULL;
	found->traced_cnt = traced_cnt;
	found->is_complete = is_complete;
	for (i = 0; i < traced_cnt; i++) {
		snprintf(found->traced[i].section, sizeof(found->traced[i].section), "%s",
			 traced[i].section);
		found->traced[i].id = traced[i].id;
	}
	if (pread(types, found + 1, (size_t)st.st_size, 0) == st.st_size)
		return found;
	free(found);
	return NULL;
}

bool kernel_btf_find(const void *data, size_t size)
{
	const struct found_types *found = data;
	struct btf *btf = size > sizeof(*found) && found->traced_cnt <= TRACED_MOST ?
				  btf__new(found + 1, (uint32_t)(size - sizeof(*found))) :
				  NULL;
	unsigned i;

	if (!btf || types >= 0) {
		btf__free(btf);
		return false;
	}
	is_complete = found->is_complete;
	for (i = 0; i < found->traced_cnt; i++) {
		traced[i].section =
			strndup(found->traced[i].section, sizeof(found->traced[i].section) - 1);
		traced[i].id = found->traced[i].id;
		traced_cnt += !!traced[i].section;
	}
	keep_open(kernel_types_write(btf));
	if (types >= 0)
		handle_traced();
	btf__free(btf);
	return types >= 0;
}
