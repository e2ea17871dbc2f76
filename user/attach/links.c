// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * Links uprobe programs.  Debian 12's libbpf (1.1) is older than multi-uprobe links
 * (libbpf 1.3), so those are made with the bpf(2) call itself.
 */
#include "links.h"

#include <bpf/bpf.h>
#include <bpf/libbpf.h>
#include <errno.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "util/cleanup.h"
#include "util/error.h"
#include "util/fds.h"

/* Values of the kernel's own headers (include/uapi/linux/bpf.h, 6.6), which may be newer than ours. */
#define ATTACH_UPROBE_MULTI 48 /* enum bpf_attach_type, BPF_TRACE_UPROBE_MULTI */
#define UPROBE_MULTI_RETURN 1u /* BPF_F_UPROBE_MULTI_RETURN */
#define ATTACH_SESSION	    57 /* BPF_TRACE_UPROBE_SESSION, 6.13 */

/* union bpf_attr, the part for BPF_LINK_CREATE with uprobe_multi. */
struct attr_uprobe_multi {
	uint32_t prog_fd;
	uint32_t target_fd;
	uint32_t attach_type;
	uint32_t flags;
	uint64_t path;
	uint64_t offsets;
	uint64_t ref_ctr_offsets;
	uint64_t cookies;
	uint32_t cnt;
	uint32_t multi_flags;
	uint32_t pid;
	uint32_t pad;
};

struct link {
	int fd; /* multi: the link; else -1 */
	struct bpf_link **perfs; /* perf: one for each offset */
	size_t cnt;
	pid_t pid;
	const void *owner;
	bool at_return;
};

void link_prepare(struct bpf_program *prog, enum link_kind kind)
{
	if (kind == LINK_MULTI)
		bpf_program__set_expected_attach_type(prog, ATTACH_UPROBE_MULTI);
}

void link_prepare_session(struct bpf_program *prog)
{
	bpf_program__set_expected_attach_type(prog, ATTACH_SESSION);
}

static int link_multi(const struct program *prog, const struct link_spec *spec, const char *path)
{
	struct attr_uprobe_multi attr = {
		.prog_fd = (uint32_t)prog->fd,
		.attach_type = spec->session ? ATTACH_SESSION : ATTACH_UPROBE_MULTI,
		.path = (uint64_t)(uintptr_t)path,
		.offsets = (uint64_t)(uintptr_t)spec->offsets,
		.cookies = (uint64_t)(uintptr_t)spec->cookies,
		.cnt = (uint32_t)spec->cnt,
		.multi_flags = spec->at_return ? UPROBE_MULTI_RETURN : 0,
		.pid = (uint32_t)spec->pid,
	};
	/* Without the tail padding: an older kernel refuses bytes that it does not know if set. */
	int fd = (int)syscall(SYS_bpf, BPF_LINK_CREATE, &attr, sizeof(attr));

	return fd < 0 ? -errno : fd;
}

static int link_perfs(struct link *link, const struct program *prog, const struct link_spec *spec,
		      const char *path)
{
	LIBBPF_OPTS(bpf_uprobe_opts, opts, .retprobe = spec->at_return);
	size_t i;

	link->perfs = calloc(spec->cnt, sizeof(*link->perfs));
	if (!link->perfs)
		return -ENOMEM;
	for (i = 0; i < spec->cnt; i++) {
		struct bpf_link *one;

		opts.bpf_cookie = spec->cookies ? spec->cookies[i] : 0;
		one = bpf_program__attach_uprobe_opts(prog->prog, spec->pid ? spec->pid : -1, path,
						      spec->offsets[i], &opts);
		if (!one)
			return -errno;
		link->perfs[link->cnt++] = one;
	}
	return 0;
}

struct link *link_new(const struct program *prog, enum link_kind kind, const struct link_spec *spec,
		      struct error *err)
{
	struct link *link = calloc(1, sizeof(*link));
	char path[64];
	int rc;

	if (!link)
		return NULL;
	link->fd = -1;
	link->pid = spec->pid;
	link->owner = spec->owner;
	link->at_return = spec->at_return;
	/* The kernel follows the link to the open file: the inode is meant, not some path. */
	snprintf(path, sizeof(path), "/proc/self/fd/%d", spec->file);
	if (kind == LINK_MULTI) {
		rc = link_multi(prog, spec, path);
		link->fd = rc < 0 ? -1 : rc;
	} else {
		rc = link_perfs(link, prog, spec, path);
	}
	if (rc >= 0)
		return link;
	if (rc == -ESRCH)
		error_set(err, ESRCH, "process %d has ended", spec->pid);
	else
		error_set(err, -rc, "can't attach to %s: %s%s", spec->name, strerror(-rc),
			  kind == LINK_PERF && (rc == -EACCES || rc == -EPERM) ?
				  ": before Linux 6.6, uprobes take CAP_SYS_ADMIN" :
				  "");
	link_free(link);
	errno = -rc;
	return NULL;
}

pid_t link_pid(const struct link *link)
{
	return link->pid;
}

const void *link_owner(const struct link *link)
{
	return link->owner;
}

bool link_at_return(const struct link *link)
{
	return link->at_return;
}

void link_free(struct link *link)
{
	size_t i;

	if (!link)
		return;
	close_fd(&link->fd);
	for (i = 0; i < link->cnt; i++)
		bpf_link__destroy(link->perfs[i]);
	free(link->perfs);
	free(link);
}

static void *free_one(void *link)
{
	link_free(link);
	return NULL;
}

void links_free(struct link **links, size_t cnt)
{
	pthread_t *threads __cleanup(free_ptr) = calloc(cnt + 1, sizeof(*threads));
	bool *started __cleanup(free_ptr) = calloc(cnt + 1, sizeof(*started));
	size_t i;

	for (i = 0; i < cnt; i++) {
		if (threads && started && links[i])
			started[i] = !pthread_create(&threads[i], NULL, free_one, links[i]);
		if (!started || !started[i])
			link_free(links[i]);
		links[i] = NULL;
	}
	for (i = 0; started && i < cnt; i++) {
		if (started[i])
			pthread_join(threads[i], NULL);
	}
}

static bool is_link(const char *kind)
{
	return !strcmp(kind, "anon_inode:bpf_link") || !strcmp(kind, "anon_inode:[perf_event]");
}

static void close_if_link(int fd, const char *kind, void *arg)
{
	(void)arg;
	if (is_link(kind))
		close(fd);
}

static void close_unless_link(int fd, const char *kind, void *arg)
{
	(void)arg;
	if (!is_link(kind))
		close(fd);
}

pid_t links_fork(void)
{
	const pid_t pid = fork();

	if (!pid)
		fds_each(close_unless_link, NULL);
	return pid;
}

void links_close_in_child(void)
{
	fds_each(close_if_link, NULL);
}
