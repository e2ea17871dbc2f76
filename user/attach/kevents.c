// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * Page faults are perf events of the kernel's own counters, one for each processor: they come where
 * getrusage() counts (mm/memory.c, mm_account_fault(), 6.18).  The others are tracepoints.
 */
#include "attach/kevents.h"
#include "attach/kernel_btf.h"
#include "attach/tracepoints.h"

#include <bpf/bpf.h>
#include <bpf/libbpf.h>
#include <errno.h>
#include <linux/perf_event.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "log/log.h"
#include "nytprof/group_names.h"
#include "nytprof/kevents.h"
#include "nytprof/perl_layout.h"
#include "nytprof/settings.h"
#include "nytprof/tracepoints.h"
#include "util/cleanup.h"
#include "util/error.h"
#include "nytprof.skel.h"

struct kevent_links {
	int *fds;
	unsigned cnt;
};

#define CALLS                                                                             \
	(KEVENT_BIT(KEVENT_CALL) | KEVENT_BIT(KEVENT_FUTEX) | KEVENT_BIT(KEVENT_MEMORY) | \
	 KEVENT_BIT(KEVENT_FILE) | KEVENT_BIT(KEVENT_LOCK))
#define PENDINGS (KEVENT_BIT(KEVENT_BLOCK) | KEVENT_BIT(KEVENT_CONNECT))
#define SOCKETS	 (KEVENT_BIT(KEVENT_TCP_BYTES) | KEVENT_BIT(KEVENT_RETRANSMIT))
#define SWITCHES (KEVENT_BIT(KEVENT_SWITCH) | KEVENT_BIT(KEVENT_MIGRATION))

/* What this kernel lacks of them was said by kevents_check(). */
static unsigned usable(unsigned events)
{
	return events & SOCKETS && !kernel_btf_has_tracepoint("sock_send_length") ?
		       events & ~KEVENT_BIT(KEVENT_TCP_BYTES) :
		       events;
}

void kevents_choose(struct nytprof_bpf *part, unsigned wanted, bool first)
{
	const unsigned events = usable(wanted);
	const unsigned sends =
		events & SOCKETS && kernel_btf_has_tracepoint("sock_send_length") ? SOCKETS : 0;
	const struct {
		struct bpf_program *prog;
		unsigned events;
	} all[] = {
		{ part->progs.kevent_enter, CALLS },
		{ part->progs.kevent_leave, CALLS },
		{ part->progs.kevent_switch, SWITCHES },
		{ part->progs.kevent_minor_fault, KEVENT_BIT(KEVENT_MINOR_FAULT) },
		{ part->progs.kevent_major_fault, KEVENT_BIT(KEVENT_MAJOR_FAULT) },
		{ part->progs.kevent_signal, KEVENT_BIT(KEVENT_SIGNAL) },
		{ part->progs.kevent_bio_queue, KEVENT_BIT(KEVENT_BLOCK) },
		{ part->progs.kevent_bio_complete, first ? KEVENT_BIT(KEVENT_BLOCK) : 0 },
		{ part->progs.kevent_request_complete, first ? KEVENT_BIT(KEVENT_BLOCK) : 0 },
		{ part->progs.kevent_tcp_state, KEVENT_BIT(KEVENT_CONNECT) },
		{ part->progs.kevent_tracepoint, KEVENT_BIT(KEVENT_TRACEPOINT) },
		{ part->progs.kevent_contention_begin, KEVENT_BIT(KEVENT_CONTENTION) },
		{ part->progs.kevent_contention_end, first ? KEVENT_BIT(KEVENT_CONTENTION) : 0 },
		{ part->progs.kevent_contention_exit, first ? KEVENT_BIT(KEVENT_CONTENTION) : 0 },
		{ part->progs.kevent_receives, KEVENT_BIT(KEVENT_TCP_BYTES) },
		{ part->progs.kevent_sends, sends },
		{ part->progs.kevent_socket_state, KEVENT_BIT(KEVENT_RETRANSMIT) },
		{ part->progs.kevent_retransmit, first ? KEVENT_BIT(KEVENT_RETRANSMIT) : 0 },
		{ part->progs.kevent_oom_victim, first ? KEVENT_BIT(KEVENT_OOM_KILL) : 0 },
		{ part->progs.kevent_oom_kill, KEVENT_BIT(KEVENT_OOM_KILL) },
		{ part->progs.kevent_oom_exit, first ? KEVENT_BIT(KEVENT_OOM_KILL) : 0 },
		{ part->progs.kevent_exit, first ? events : 0 },
		{ part->progs.kevent_exec, first ? events : 0 },
	};
	size_t i;

	for (i = 0; i < sizeof(all) / sizeof(all[0]); i++)
		bpf_program__set_autoload(all[i].prog, events & all[i].events);
	if (first && !(events & KEVENT_BIT(KEVENT_MEMORY)))
		bpf_map__set_max_entries(part->maps.kevent_memories, 1);
	if (first && !(events & PENDINGS))
		bpf_map__set_max_entries(part->maps.kevent_pendings, 1);
	if (first && !(events & KEVENT_BIT(KEVENT_CONTENTION)))
		bpf_map__set_max_entries(part->maps.kevent_contentions, 1);
	if (first && !(events & KEVENT_BIT(KEVENT_RETRANSMIT)))
		bpf_map__set_max_entries(part->maps.kevent_sockets, 1);
	if (events || !first)
		return;
	bpf_map__set_max_entries(part->maps.kevents_first, 1);
	bpf_map__set_max_entries(part->maps.kevent_threads, 1);
}

/* Of all that --event=tcp has, bytes are left out. */
static int check_tcp(unsigned events, struct error *err)
{
	if (!(events & KEVENT_BIT(KEVENT_TCP_BYTES)) ||
	    kernel_btf_has_tracepoint("sock_send_length"))
		return 0;
	if (!(events & KEVENT_BIT(KEVENT_CONNECT)))
		return error_set(
			err, ENOTSUP,
			"--event=tcp-bytes: this kernel has no tracepoints of what sockets send and "
			"receive (Linux 6.3); the nearest is --event=files, which has reads and writes "
			"by peer");
	log_warning(
		"--event=tcp: bytes are not counted: this kernel has no tracepoints of what sockets "
		"send and receive (Linux 6.3); the nearest is --event=files, which has reads and "
		"writes by peer");
	return 0;
}

int kevents_check(unsigned events, struct error *err)
{
	if (events & CALLS && !kernel_btf_has_tracepoint("sys_enter"))
		return error_set(
			err, ENOTSUP,
			"--event: this kernel has no tracepoints of system calls "
			"(CONFIG_FTRACE_SYSCALLS); the nearest is --off-cpu, which has those "
			"that wait");
	if (events & KEVENT_BIT(KEVENT_BLOCK) && !kernel_btf_has_tracepoint("block_bio_queue"))
		return error_set(
			err, ENOTSUP,
			"--event=block-io: this kernel has no tracepoints of disks (CONFIG_BLOCK); "
			"the nearest is --off-cpu, which has the waits for them");
	if (events & KEVENT_BIT(KEVENT_CONTENTION) &&
	    !kernel_btf_has_tracepoint("contention_begin"))
		return error_set(
			err, ENOTSUP,
			"--event=contention: this kernel has no tracepoints of its locks (Linux 5.19); "
			"the nearest are --event=locks, which has those of programs, and --off-cpu");
	return check_tcp(events, err);
}

/* ------------------------------------------------------------------------ attach */

static int keep(struct kevent_links *links, int fd)
{
	int *more = reallocarray(links->fds, links->cnt + 1, sizeof(*more));

	if (!more) {
		close(fd);
		return -ENOMEM;
	}
	links->fds = more;
	more[links->cnt++] = fd;
	return 0;
}

static int attach_tracepoint(struct kevent_links *links, const struct bpf_program *prog,
			     struct error *err)
{
	int fd;

	if (!bpf_program__autoload(prog))
		return 0;
	fd = bpf_raw_tracepoint_open(NULL, bpf_program__fd(prog));
	if (fd < 0)
		return error_set(err, errno, "--event: can't attach to a tracepoint: %s",
				 strerror(errno));
	return keep(links, fd) ? error_set(err, ENOMEM, "out of memory") : 0;
}

/* Each event of the processor, whosever it is. */
static int open_event(uint64_t config, unsigned cpu)
{
	struct perf_event_attr attr = { .type = PERF_TYPE_SOFTWARE,
					.size = sizeof(attr),
					.config = config,
					.sample_period = 1,
					.disabled = 1 };

	return (int)syscall(SYS_perf_event_open, &attr, -1, (int)cpu, -1, PERF_FLAG_FD_CLOEXEC);
}

static int attach_processor(struct kevent_links *links, int prog, uint64_t config, unsigned cpu,
			    struct error *err)
{
	int fd __cleanup(close_fd) = open_event(config, cpu);

	if (fd < 0 && (errno == ENODEV || errno == EINVAL) && cpu)
		return 0; /* it is off */
	if (fd < 0 || ioctl(fd, PERF_EVENT_IOC_SET_BPF, prog) ||
	    ioctl(fd, PERF_EVENT_IOC_ENABLE, 0))
		return error_set(err, errno,
				 "--event=page-faults: no perf event of page faults: %s; it takes "
				 "CAP_PERFMON or CAP_SYS_ADMIN",
				 strerror(errno));
	return keep(links, take_fd(&fd)) ? error_set(err, ENOMEM, "out of memory") : 0;
}

static int attach_processors(struct kevent_links *links, const struct bpf_program *prog,
			     uint64_t config, struct error *err)
{
	const long cpus = sysconf(_SC_NPROCESSORS_CONF);
	unsigned cpu;
	int rc = 0;

	if (!bpf_program__autoload(prog))
		return 0;
	for (cpu = 0; cpu < (unsigned)cpus && !rc; cpu++)
		rc = attach_processor(links, bpf_program__fd(prog), config, cpu, err);
	return rc;
}

/* The link keeps the event. It has the number of the tracepoint. */
static int attach_point(struct kevent_links *links, int prog, const struct tracepoint *point,
			unsigned nr, struct error *err)
{
	LIBBPF_OPTS(bpf_link_create_opts, opts, .perf_event.bpf_cookie = nr);
	int event __cleanup(close_fd) = tracepoint_open(point), link;

	link = event < 0 ? -1 : bpf_link_create(prog, event, BPF_PERF_EVENT, &opts);
	if (link < 0)
		return error_set(err, errno,
				 "--event=" TRACEPOINT_PREFIX "%s: can't attach to it: %s",
				 point->name, strerror(errno));
	return keep(links, link) ? error_set(err, ENOMEM, "out of memory") : 0;
}

static int attach_points(struct kevent_links *links, const struct bpf_program *prog,
			 const struct tracepoint *points, unsigned cnt, struct error *err)
{
	unsigned i;
	int rc = 0;

	if (!bpf_program__autoload(prog))
		return 0;
	for (i = 0; i < cnt && !rc; i++)
		rc = attach_point(links, bpf_program__fd(prog), &points[i], i, err);
	return rc;
}

/* Ends first: what is entered is never missed when it returns. */
static int attach_all(struct kevent_links *links, const struct nytprof_bpf *part, struct error *err)
{
	const struct bpf_program *const tracepoints[] = {
		part->progs.kevent_exit,	   part->progs.kevent_exec,
		part->progs.kevent_leave,	   part->progs.kevent_enter,
		part->progs.kevent_switch,	   part->progs.kevent_signal,
		part->progs.kevent_bio_complete,   part->progs.kevent_request_complete,
		part->progs.kevent_bio_queue,	   part->progs.kevent_tcp_state,
		part->progs.kevent_retransmit,	   part->progs.kevent_socket_state,
		part->progs.kevent_sends,	   part->progs.kevent_receives,
		part->progs.kevent_oom_exit,	   part->progs.kevent_oom_kill,
		part->progs.kevent_oom_victim,	   part->progs.kevent_contention_exit,
		part->progs.kevent_contention_end, part->progs.kevent_contention_begin,
	};
	size_t i;
	int rc = 0;

	for (i = 0; i < sizeof(tracepoints) / sizeof(tracepoints[0]) && !rc; i++)
		rc = attach_tracepoint(links, tracepoints[i], err);
	rc = rc	   ?:
		     attach_processors(links, part->progs.kevent_minor_fault,
				       PERF_COUNT_SW_PAGE_FAULTS_MIN, err);
	return rc    ?:
		       attach_processors(links, part->progs.kevent_major_fault,
					 PERF_COUNT_SW_PAGE_FAULTS_MAJ, err);
}

struct kevent_links *kevents_attach(const struct nytprof_bpf *part, const struct tracepoint *points,
				    unsigned point_cnt, struct error *err)
{
	struct kevent_links *links = calloc(1, sizeof(*links));
	int rc = links ? attach_all(links, part, err) : error_set(err, ENOMEM, "out of memory");

	rc = rc ?: attach_points(links, part->progs.kevent_tracepoint, points, point_cnt, err);
	if (!rc)
		return links;
	kevents_detach(links);
	errno = -rc;
	return NULL;
}

void kevents_detach(struct kevent_links *links)
{
	if (!links)
		return;
	while (links->cnt)
		close(links->fds[--links->cnt]);
	free(links->fds);
	free(links);
}
