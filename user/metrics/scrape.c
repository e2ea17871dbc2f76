// SPDX-License-Identifier: GPL-2.0-or-later
/* libmicrohttpd's thread, and the one text that it shares with the others. */
#include "metrics/scrape.h"

#include <errno.h>
#include <microhttpd.h>
#include <pthread.h>
#include <signal.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/eventfd.h>
#include <unistd.h>

#include "metrics/client_slots.h"
#include "metrics/http.h"
#include "metrics/listen.h"
#include "metrics/pull_http.h"
#include "metrics/pulls.h"
#include "rights/rights.h"
#include "util/cleanup.h"
#include "util/clock.h"
#include "util/error.h"

/* Some that have lost their place are still to be closed. */
#define CONNECTIONS_MAX (2 * PLACES_MAX)
#define PATIENCE_S	5 /* with a connection that says nothing */
#define FRESH_NS	1000000000ull /* a text of this age need not be made again */
#define WAIT_NS		2000000000ull /* for a newer one */

struct scrape {
	struct MHD_Daemon *daemon;
	int listen;
	int asked;
	struct pulls *pulls; /* not ours; NULL: profiles are not served */
	struct client_slots client_slots; /* libmicrohttpd's thread's */
	pthread_mutex_t lock; /* of all below */
	pthread_cond_t published;
	char *text;
	size_t len;
	uint64_t at_ns; /* when it was published */
	uint64_t nr; /* how many there were */
	bool behind; /* the last one who waited did so in vain: nobody waits until there is news */
};

/* ------------------------------------------------------------------------ the text */

/* With the lock. */
static void wait_for_news(struct scrape *s)
{
	uint64_t until = mono_ns() + WAIT_NS, nr = s->nr;
	struct timespec ts = { .tv_sec = (time_t)(until / 1000000000),
			       .tv_nsec = (long)(until % 1000000000) };
	int rc = 0;

	if (s->nr && mono_ns() - s->at_ns < FRESH_NS)
		return;
	eventfd_write(s->asked, 1);
	while (!s->behind && s->nr == nr && !rc)
		rc = pthread_cond_timedwait(&s->published, &s->lock, &ts);
	s->behind |= rc != 0;
}

static char *take_copy(struct scrape *s, size_t *len)
{
	char *copy;

	pthread_mutex_lock(&s->lock);
	wait_for_news(s);
	*len = s->len;
	copy = malloc(s->len + 1);
	if (copy && s->len)
		memcpy(copy, s->text, s->len);
	pthread_mutex_unlock(&s->lock);
	return copy;
}

void scrape_publish(struct scrape *s, char *text, size_t len)
{
	char *old;

	pthread_mutex_lock(&s->lock);
	old = s->text;
	s->text = text;
	s->len = len;
	s->at_ns = mono_ns();
	s->nr++;
	s->behind = false;
	pthread_cond_broadcast(&s->published);
	pthread_mutex_unlock(&s->lock);
	free(old);
}

/* ---------------------------------------------------------------------------- HTTP */

static enum MHD_Result answer_metrics(struct MHD_Connection *connection, struct scrape *s)
{
	struct MHD_Response *response;
	enum MHD_Result rc;
	size_t len;
	char *text = take_copy(s, &len);

	response = text ? MHD_create_response_from_buffer(len, text, MHD_RESPMEM_MUST_FREE) : NULL;
	if (!response) {
		free(text);
		return MHD_NO;
	}
	MHD_add_response_header(response, "Content-Type",
				"text/plain; version=0.0.4; charset=utf-8");
	rc = MHD_queue_response(connection, MHD_HTTP_OK, response);
	MHD_destroy_response(response);
	return rc;
}

static enum MHD_Result answer(void *arg, struct MHD_Connection *connection, const char *url,
			      const char *method, const char *version, const char *upload,
			      size_t *upload_size, void **context)
{
	struct scrape *s = arg;
	bool pull = pull_http_is(url), get = !strcmp(method, MHD_HTTP_METHOD_GET);

	(void)version;
	(void)upload;
	(void)upload_size;
	if (!pull && strcmp(url, "/metrics") != 0)
		return http_refuse(connection, MHD_HTTP_NOT_FOUND,
				   "The pages are /metrics, /debug/pprof/profile?seconds=N and "
				   "/debug/pprof/delta.\n");
	if (!get && (pull || strcmp(method, MHD_HTTP_METHOD_HEAD) != 0))
		return http_refuse(connection, MHD_HTTP_METHOD_NOT_ALLOWED, "Use GET.\n");
	if (pull && !s->pulls)
		return http_refuse(connection, MHD_HTTP_FORBIDDEN,
				   "Profiles are served with --pprof=yes, or at a Unix socket.\n");
	return pull ? pull_http_answer(s->pulls, connection, url, context) :
		      answer_metrics(connection, s);
}

/*
 * PATIENCE_S is for one that says nothing at all: with a byte now and then a client could stay for
 * ever.  So it keeps its place as long as nobody else needs it.
 */
static void note_connection(void *arg, struct MHD_Connection *connection, void **context,
			    enum MHD_ConnectionNotificationCode what)
{
	const union MHD_ConnectionInfo *fd = MHD_get_connection_info(
					       connection, MHD_CONNECTION_INFO_CONNECTION_FD),
				       *from;
	struct scrape *s = arg;
	int lost;

	(void)context;
	if (!fd)
		return;
	if (what == MHD_CONNECTION_NOTIFY_CLOSED) {
		client_slots_leave(&s->client_slots, fd->connect_fd);
		return;
	}
	from = MHD_get_connection_info(connection, MHD_CONNECTION_INFO_CLIENT_ADDRESS);
	lost = from ? client_slots_take(&s->client_slots, fd->connect_fd, from->client_addr) : -1;
	if (lost >= 0)
		shutdown(lost, SHUT_RDWR); /* which libmicrohttpd takes for the client's end */
}

/* --------------------------------------------------------------------- new, free */

void scrape_address(const struct scrape *s, char *text, size_t size)
{
	listen_address(s->listen, text, size);
}

struct starting {
	struct scrape *scrape;
	int rc;
};

/*
 * In a thread that is there for this only: libmicrohttpd's inherits the rights of who starts it,
 * and what reads requests of others needs none, as the socket is bound.
 */
static void *start_without_rights(void *arg)
{
	struct starting *starting = arg;
	struct scrape *s = starting->scrape;

	starting->rc = drop_all_rights();
	if (starting->rc)
		return NULL;
	errno = 0;
	s->daemon = MHD_start_daemon(MHD_USE_EPOLL_INTERNAL_THREAD | MHD_ALLOW_SUSPEND_RESUME, 0,
				     NULL, NULL, answer, s, MHD_OPTION_LISTEN_SOCKET, s->listen,
				     MHD_OPTION_CONNECTION_LIMIT, (unsigned)CONNECTIONS_MAX,
				     MHD_OPTION_NOTIFY_CONNECTION, note_connection, s,
				     MHD_OPTION_NOTIFY_COMPLETED, pull_http_end, s->pulls,
				     MHD_OPTION_CONNECTION_TIMEOUT, (unsigned)PATIENCE_S,
				     MHD_OPTION_CONNECTION_MEMORY_LIMIT, (size_t)16384,
				     MHD_OPTION_END);
	if (!s->daemon)
		starting->rc = -(errno ? errno : EAGAIN);
	return NULL;
}

/* Signals are the main thread's: the new ones inherit the mask. */
static int start_thread(struct scrape *s, struct error *err)
{
	struct starting starting = { .scrape = s };
	sigset_t all, before;
	pthread_t thread;
	int rc;

	sigfillset(&all);
	pthread_sigmask(SIG_BLOCK, &all, &before);
	rc = pthread_create(&thread, NULL, start_without_rights, &starting);
	if (!rc) {
		pthread_join(thread, NULL);
		rc = -starting.rc;
	}
	pthread_sigmask(SIG_SETMASK, &before, NULL);
	return rc ? error_set(err, rc, "can't start the thread that serves metrics: %s",
			      strerror(rc)) :
		    0;
}

struct scrape *scrape_new(const struct sockaddr *address, socklen_t len, struct pulls *pulls,
			  struct error *err)
{
	struct scrape *s = calloc(1, sizeof(*s));
	pthread_condattr_t attr;
	int rc;

	if (!s) {
		error_set(err, ENOMEM, "out of memory");
		return NULL;
	}
	s->pulls = pulls;
	pthread_mutex_init(&s->lock, NULL);
	pthread_condattr_init(&attr);
	pthread_condattr_setclock(&attr, CLOCK_MONOTONIC);
	pthread_cond_init(&s->published, &attr);
	pthread_condattr_destroy(&attr);
	s->asked = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
	rc = s->listen = listen_open(address, len, err);
	rc = rc < 0 ? rc : 0;
	if (!rc && s->asked < 0)
		rc = error_set(err, errno, "can't start: %s", strerror(errno));
	rc = rc ?: start_thread(s, err);
	if (!rc)
		return s;
	scrape_free(s);
	errno = -rc;
	return NULL;
}

void scrape_free(struct scrape *s)
{
	if (!s)
		return;
	if (s->pulls)
		pulls_end(s->pulls);
	listen_remove(s->listen);
	if (s->daemon) /* which closes the socket */
		MHD_stop_daemon(s->daemon);
	else
		close_fd(&s->listen);
	close_fd(&s->asked);
	pthread_cond_destroy(&s->published);
	pthread_mutex_destroy(&s->lock);
	free(s->text);
	free(s);
}

int scrape_fd(const struct scrape *s)
{
	return s->asked;
}
