// SPDX-License-Identifier: GPL-2.0-or-later
#include "session/group_server.h"

#include <errno.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/param.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include "control_dir/group_socket.h"
#include "control_dir/sockets.h"
#include "drain/drain.h"
#include "log/log.h"
#include "options/options.h"
#include "output/flush.h"
#include "output/outputs.h"
#include "session/clients.h"
#include "session/recorder.h"
#include "session/sight.h"
#include "session/status.h"
#include "tracee/tracee.h"
#include "util/cleanup.h"
#include "util/clock.h"
#include "util/error.h"
#include "util/loop.h"

/* In a tick: whoever connects very often waits, and nobody else does. */
#define EVENTS_MAX 8
/* After requests that took so long, there are none for nine times as long. */
#define REST 9
/* Between two flushes, each of which forks the agent. */
#define FLUSH_REST_NS 1000000000ull

struct group_server {
	int fd; /* -1: there is no group, or it can't listen */
	pid_t pid;
	struct sockaddr_un address;
	struct clients clients;
	struct recorder *recorder;
	const struct options *options;
	unsigned adopted; /* as in struct sight */
	uint64_t rest_until_ns; /* of mono_ns() */
	bool flushed; /* in this tick */
};

/* ------------------------------------------------------------------------ listening */

static int listen_to_groups(struct group_server *g, struct error *err)
{
	const struct readers *readers = &g->options->all.readers;
	gid_t groups[READERS_MAX];
	unsigned i;
	int rc;

	_Static_assert(READERS_MAX <= SOCKET_GROUPS_MAX, "each has its entry");
	for (i = 0; i < readers->cnt; i++)
		groups[i] = readers->all[i].group;
	g->fd = group_socket_listen(&g->address, groups, readers->cnt, err);
	if (g->fd < 0)
		return g->fd;
	rc = clients_listen(&g->clients, g->fd);
	return rc ? error_set(err, -rc, "can't wait for connections: %s", strerror(-rc)) : 0;
}

static void stop_listening(struct group_server *g)
{
	clients_close(&g->clients);
	if (g->fd >= 0 && g->pid == getpid())
		unlink(g->address.sun_path);
	close_fd(&g->fd);
	g->fd = -1;
}

/* Who was connected may have lost his group. */
static void begin_anew(struct group_server *g)
{
	struct error err;

	stop_listening(g);
	g->adopted = g->options->adopted;
	if (!g->options->all.readers.cnt || !listen_to_groups(g, &err))
		return;
	log_warning("--group: only root can use ctl and top --service: %s", err.text);
	stop_listening(g);
}

/* ------------------------------------------------------------------------- requests */

struct guest {
	struct group_server *server;
	struct sight sight;
};

static bool is_seen(const struct tracee *t, void *arg)
{
	const struct guest *guest = arg;

	return sight_has(&guest->sight, t);
}

/* It says the same of a process that is not recorded, and of one that others may see. */
static int check_process(struct guest *guest, pid_t pid, struct error *err)
{
	const struct flush *h = recorder_harvest(guest->server->recorder);
	const struct tracee *t = drain_tracees(h->drain);

	while (t && ((pid_t)t->tgid != pid || !is_seen(t, guest)))
		t = t->next;
	if (t || !pid || pid == getpid())
		return 0;
	return error_set(
		err, EACCES,
		"process %d is not recorded in a unit that your groups read: \"nytprof-bpf "
		"ctl status\" shows those that are",
		pid);
}

/* In the process that writes. */
static void say_files(const struct outputs *out, int rc, void *arg)
{
	struct reply *reply = arg;

	fprintf(reply->to, "%d\n", rc ? 1 : 0);
	if (rc)
		fprintf(reply->to, "some profiles could not be written: root finds the reason in "
				   "the recorder's messages\n");
	if (!rc && !outputs_cnt(out))
		fprintf(reply->to, "nothing is recorded so far in the units of your groups\n");
	outputs_print_files(out, reply->to);
	reply_send(reply);
}

static int flush(struct guest *guest, struct reply *reply, struct error *err)
{
	const struct flush_choice choice = { is_seen, guest };

	guest->server->flushed = true;
	return flush_start_some(recorder_harvest(guest->server->recorder), &choice, say_files,
				reply, err);
}

static int let_watch(struct guest *guest, int fds[2], struct reply *reply, struct error *err)
{
	int rc = recorder_add_watcher(guest->server->recorder, fds[0], &guest->sight, err);

	if (rc)
		return rc;
	fds[0] = -1;
	fprintf(reply->to, "0\n");
	return 0;
}

static int refuse(const char *verb, struct error *err)
{
	static const char *const roots[] = { "start", "stop", "reload", "trace" };
	size_t i, len;

	for (i = 0; i < sizeof(roots) / sizeof(roots[0]); i++) {
		len = strlen(roots[i]);
		if (!strncmp(verb, roots[i], len) && (!verb[len] || !strcmp(verb + len, "s")))
			return error_set(
				err, EPERM,
				"ctl %s is root's alone: use sudo; your groups let you use "
				"ctl status, ctl flush and top --service",
				roots[i]);
	}
	return error_set(err, EINVAL, "unknown request \"%s\"", verb);
}

static int obey(struct guest *guest, const char *verb, pid_t pid, int fds[2], struct reply *reply,
		struct error *err)
{
	struct recorder *r = guest->server->recorder;
	const bool shows = !strcmp(verb, "status"), flushes = !strcmp(verb, "flush"),
		   asks = !strcmp(verb, "watches"), watches = !strcmp(verb, "watch");
	int rc;

	if (!shows && !flushes && !asks && !watches)
		return refuse(verb, err);
	if (!recorder_harvest(r)->drain)
		return error_set(err, ENODATA, "no perl has run yet");
	/* What has just begun is known then. */
	rc = pid ? flush_update(recorder_harvest(r), err) : 0;
	rc = rc ?: check_process(guest, pid, err);
	if (rc)
		return rc;
	if (shows)
		return status_describe_some(r, &guest->sight, reply->to, err);
	if (flushes)
		return flush(guest, reply, err);
	if (watches)
		return let_watch(guest, fds, reply, err);
	fprintf(reply->to, recorder_can_be_watched(r) ? "0\n" : "2\n");
	return 0;
}

static void answer(void *arg, const struct client *from, const char *request, int fds[2],
		   struct reply *reply)
{
	struct group_server *g = arg;
	struct guest guest = { .server = g,
			       .sight = { .options = g->options,
					  .adopted = g->adopted,
					  .rules = from->rules,
					  .uid = from->uid } };
	char verb[16] = "";
	struct error err;
	int pid = 0;

	if (sscanf(request, "%15s %9d", verb, &pid) < 1)
		return;
	if (obey(&guest, verb, pid, fds, reply, &err))
		fprintf(reply->to, "1\n%s\n", err.text);
}

/* The kernel has let nobody else in; this is the second lock. */
static void take_client(struct group_server *g, int connection)
{
	int fd __cleanup(close_fd) = connection;
	struct client *client;
	struct sight sight;

	if (fd < 0 || !sight_of_peer(&sight, g->options, fd) || !sight.rules)
		return;
	client = clients_add(&g->clients, take_fd(&fd), sight.uid);
	if (client)
		client->rules = sight.rules;
}

static int tick(void *arg, uint64_t now_ns, struct error *err)
{
	struct group_server *g = arg;
	struct epoll_event evs[EVENTS_MAX];
	int cnt, i;

	(void)err;
	if (g->adopted != g->options->adopted)
		begin_anew(g);
	if (g->fd < 0 || now_ns < g->rest_until_ns)
		return 0;
	cnt = epoll_wait(g->clients.epoll, evs, EVENTS_MAX, 0);
	now_ns = mono_ns();
	g->flushed = false;
	for (i = 0; i < cnt; i++) {
		if (evs[i].data.u32 == CLIENTS_LISTENER)
			take_client(g, accept4(g->fd, NULL, NULL, SOCK_CLOEXEC));
		else
			clients_serve(&g->clients, &evs[i], answer, g);
	}
	g->rest_until_ns = mono_ns();
	g->rest_until_ns +=
		MAX(REST * (g->rest_until_ns - now_ns), g->flushed ? FLUSH_REST_NS : (uint64_t)0);
	return 0;
}

struct group_server *group_server_new(struct recorder *r, const struct options *o)
{
	struct group_server *g = calloc(1, sizeof(*g));

	if (!g)
		return NULL;
	g->fd = -1;
	g->pid = getpid();
	g->recorder = r;
	g->options = o;
	socket_address(&g->address, GROUP_DIR, g->pid);
	if (clients_begin(&g->clients) || loop_add_tick(recorder_loop(r), tick, g)) {
		group_server_free(g);
		return NULL;
	}
	begin_anew(g);
	return g;
}

void group_server_free(struct group_server *g)
{
	if (!g)
		return;
	stop_listening(g);
	clients_release(&g->clients);
	free(g);
}
