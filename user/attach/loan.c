// SPDX-License-Identifier: GPL-2.0-or-later
#include "attach/loan.h"

#include <bpf/bpf.h>
#include <bpf/libbpf.h>
#include <errno.h>
#include <fcntl.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/time.h>
#include <unistd.h>

#include "attach/calibrate.h"
#include "attach/programs.h"
#include "nytprof/group_names.h"
#include "nytprof/limits.h"
#include "nytprof/op_costs.h"
#include "nytprof/perl_layout.h"
#include "nytprof/settings.h"
#include "util/cleanup.h"
#include "nytprof.skel.h"

#define FDS_MAX	  253 /* of one message (include/net/scm.h, SCM_MAX_FD) */
#define OFFER_MS  1000 /* the lender's main loop may be busy */
#define ANSWER_MS 10000 /* the borrower looks at its perls meanwhile */

/* One version of the agent speaks to itself only. */
struct agent {
	uint64_t dev, ino, size, changed_ns; /* of its program file */
	uint64_t pid_ns; /* inode number */
};

struct offer {
	struct agent agent;
	struct kernel kernel;
	uint32_t maps; /* how many, in the order of the object */
	uint8_t at[SITE_CNT]; /* there is a program for the place */
	uint8_t tasks[TASK_PROGRAMS];
	struct nytprof_bpf__rodata rodata;
};

/* In the order of the descriptors: the types, the maps, the programs. */
struct message {
	struct offer offer;
	int fds[FDS_MAX];
	size_t fd_cnt;
};

struct loan {
	struct message message;
	int connection;
};

static bool know_agent(struct agent *agent)
{
	struct stat file, ns;

	if (stat("/proc/self/exe", &file) || stat("/proc/self/ns/pid", &ns))
		return false;
	*agent = (struct agent){
		.dev = file.st_dev,
		.ino = file.st_ino,
		.size = (uint64_t)file.st_size,
		.changed_ns = (uint64_t)file.st_ctim.tv_sec * 1000000000u +
			      (uint64_t)file.st_ctim.tv_nsec,
		.pid_ns = ns.st_ino,
	};
	return true;
}

static void wait_at_most(int connection, unsigned ms)
{
	const struct timeval at_most = { .tv_sec = ms / 1000, .tv_usec = ms % 1000 * 1000 };

	setsockopt(connection, SOL_SOCKET, SO_RCVTIMEO, &at_most, sizeof(at_most));
}

/* The object's own are part of its programs. */
static struct bpf_map *next_map(const struct nytprof_bpf *part, const struct bpf_map *map)
{
	struct bpf_map *next = bpf_object__next_map(part->obj, map);

	while (next && bpf_map__is_internal(next))
		next = bpf_object__next_map(part->obj, next);
	return next;
}

/* --------------------------------------------------------------------- the lender */

static bool add(struct message *m, int fd)
{
	if (fd < 0 || m->fd_cnt == FDS_MAX)
		return false;
	m->fds[m->fd_cnt++] = fd;
	return true;
}

static bool add_programs(struct message *m, const struct program *programs, size_t cnt,
			 uint8_t *has)
{
	bool all = true;
	size_t i;

	for (i = 0; i < cnt; i++) {
		has[i] = programs[i].fd >= 0;
		if (has[i])
			all = all && add(m, programs[i].fd);
	}
	return all;
}

static bool list_all(struct message *m, const struct programs *p)
{
	const struct nytprof_bpf *part = p->parts[0];
	const struct bpf_map *map;
	bool all = add(m, p->types);

	for (map = next_map(part, NULL); map; map = next_map(part, map)) {
		all = all && add(m, bpf_map__fd(map));
		m->offer.maps++;
	}
	all = all && add_programs(m, p->at, SITE_CNT, m->offer.at);
	all = all && add_programs(m, p->tasks, TASK_PROGRAMS, m->offer.tasks);
	memcpy(&m->offer.rodata, p->rodata, sizeof(m->offer.rodata));
	return all;
}

/* Perf events need more of a program than its descriptor. */
static bool is_plain(const struct programs *p)
{
	size_t i;

	for (i = 0; i < SITE_CNT; i++) {
		if (p->at[i].prog)
			return false;
	}
	return p->cnt && p->sql[SQL_ENTER].fd < 0;
}

static int send_message(int connection, struct message *m)
{
	union {
		struct cmsghdr align;
		char room[CMSG_SPACE(FDS_MAX * sizeof(int))];
	} with = {};
	struct iovec all = { &m->offer, sizeof(m->offer) };
	struct msghdr msg = { .msg_iov = &all,
			      .msg_iovlen = 1,
			      .msg_control = with.room,
			      .msg_controllen = CMSG_SPACE(m->fd_cnt * sizeof(int)) };
	struct cmsghdr *head = CMSG_FIRSTHDR(&msg);

	head->cmsg_level = SOL_SOCKET;
	head->cmsg_type = SCM_RIGHTS;
	head->cmsg_len = CMSG_LEN(m->fd_cnt * sizeof(int));
	memcpy(CMSG_DATA(head), m->fds, m->fd_cnt * sizeof(int));
	return sendmsg(connection, &msg, MSG_NOSIGNAL) < 0 ? -errno : 0;
}

/* A borrower whose answer comes too late can't send it, and so does not use the programs. */
static bool await_answer(int connection)
{
	char answer;

	if (recv(connection, &answer, 1, 0) == 1)
		return true;
	shutdown(connection, SHUT_RD);
	return recv(connection, &answer, 1, MSG_DONTWAIT) == 1; /* it came just before */
}

bool loan_offer(const struct programs *p, const struct kernel *kernel, int connection)
{
	struct message *m __cleanup(free_ptr) = calloc(1, sizeof(*m));

	if (!m || !is_plain(p) || !know_agent(&m->offer.agent) || !list_all(m, p))
		return false;
	m->offer.kernel = *kernel;
	wait_at_most(connection, ANSWER_MS);
	return !send_message(connection, m) && await_answer(connection);
}

/* ------------------------------------------------------------------- the borrower */

/* All descriptors are taken, of whatever message: so they can be closed. */
static ssize_t receive_message(int connection, struct message *m)
{
	union {
		struct cmsghdr align;
		char room[CMSG_SPACE(FDS_MAX * sizeof(int))];
	} with;
	struct iovec all = { &m->offer, sizeof(m->offer) };
	struct msghdr msg = { .msg_iov = &all,
			      .msg_iovlen = 1,
			      .msg_control = with.room,
			      .msg_controllen = sizeof(with.room) };
	ssize_t got = recvmsg(connection, &msg, MSG_CMSG_CLOEXEC);
	const struct cmsghdr *head = got < 0 ? NULL : CMSG_FIRSTHDR(&msg);

	if (!head || head->cmsg_level != SOL_SOCKET || head->cmsg_type != SCM_RIGHTS)
		return -1;
	m->fd_cnt = (head->cmsg_len - CMSG_LEN(0)) / sizeof(int);
	memcpy(m->fds, CMSG_DATA(head), m->fd_cnt * sizeof(int));
	return got;
}

static size_t count(const uint8_t *has, size_t cnt)
{
	size_t sum = 0, i;

	for (i = 0; i < cnt; i++)
		sum += has[i] != 0;
	return sum;
}

static bool is_understood(const struct message *m, ssize_t got)
{
	const struct offer *o = &m->offer;
	struct agent own;

	return got == sizeof(*o) && know_agent(&own) && !memcmp(&o->agent, &own, sizeof(own)) &&
	       m->fd_cnt == 1 + (size_t)o->maps + count(o->at, SITE_CNT) +
				    count(o->tasks, TASK_PROGRAMS);
}

struct loan *loan_receive(int connection)
{
	struct loan *loan = connection < 0 ? NULL : calloc(1, sizeof(*loan));

	if (!loan) {
		close_fd(&connection);
		return NULL;
	}
	loan->connection = connection;
	wait_at_most(connection, OFFER_MS);
	if (is_understood(&loan->message, receive_message(connection, &loan->message)))
		return loan;
	loan_free(loan);
	return NULL;
}

const struct kernel *loan_kernel(const struct loan *loan)
{
	return &loan->message.offer.kernel;
}

/* The kernel rounds some sizes that are 0 up. */
static bool is_like(const struct bpf_map *map, int fd)
{
	struct bpf_map_info info = {};
	uint32_t size = sizeof(info);

	return !bpf_obj_get_info_by_fd(fd, &info, &size) && info.type == bpf_map__type(map) &&
	       info.key_size == bpf_map__key_size(map) &&
	       info.value_size == bpf_map__value_size(map) &&
	       (info.max_entries == bpf_map__max_entries(map) || !bpf_map__max_entries(map));
}

int loan_use_maps(const struct loan *loan, const struct nytprof_bpf *part)
{
	const struct message *m = &loan->message;
	struct bpf_map *map;
	size_t nr = 1;
	int rc = 0;

	for (map = next_map(part, NULL); map && !rc; map = next_map(part, map), nr++)
		rc = nr > m->offer.maps || !is_like(map, m->fds[nr]) ?
			     -EINVAL :
			     bpf_map__reuse_fd(map, m->fds[nr]);
	return rc ?: nr == (size_t)m->offer.maps + 1 ? 0 : -EINVAL;
}

/* The others' prices count, as they are in their programs. */
static bool knows_the_same(const struct nytprof_bpf__rodata *own,
			   struct nytprof_bpf__rodata *theirs)
{
	struct settings *s = (struct settings *)&theirs->settings;

	s->clock_cost = own->settings.clock_cost;
	s->return_ns = own->settings.return_ns;
	s->inside_ns = own->settings.inside_ns;
	s->behind_ns = own->settings.behind_ns;
	return !memcmp((const void *)own, (const void *)theirs, sizeof(*own));
}

static bool has_same(const uint8_t *has, const bool *wanted, size_t cnt)
{
	size_t i = 0;

	while (i < cnt && (has[i] != 0) == wanted[i])
		i++;
	return i == cnt;
}

static const int *take(struct program *programs, size_t cnt, const uint8_t *has, const int *fds)
{
	size_t i;

	for (i = 0; i < cnt; i++) {
		if (has[i])
			programs[i] = (struct program){ .fd = *fds++ };
	}
	return fds;
}

bool loan_take(struct loan *loan, struct programs *p, const bool *tasks)
{
	struct message *m = &loan->message;
	const int *fds = m->fds + 1 + m->offer.maps;

	if (!has_same(m->offer.at, p->used, SITE_CNT) ||
	    !has_same(m->offer.tasks, tasks, TASK_PROGRAMS) ||
	    !knows_the_same(p->rodata, &m->offer.rodata) ||
	    send(loan->connection, "", 1, MSG_NOSIGNAL) != 1)
		return false;
	fds = take(p->at, SITE_CNT, m->offer.at, fds);
	take(p->tasks, TASK_PROGRAMS, m->offer.tasks, fds);
	p->types = m->fds[0];
	m->fds[0] = -1;
	m->fd_cnt = 1 + (size_t)m->offer.maps; /* the programs are not ours any more */
	return true;
}

int loan_lender(const struct loan *loan)
{
	struct ucred peer = {};
	socklen_t len = sizeof(peer);

	getsockopt(loan->connection, SOL_SOCKET, SO_PEERCRED, &peer, &len);
	return peer.pid;
}

void loan_free(struct loan *loan)
{
	size_t i;

	if (!loan)
		return;
	for (i = 0; i < loan->message.fd_cnt; i++)
		close_fd(&loan->message.fds[i]);
	close_fd(&loan->connection);
	free(loan);
}
