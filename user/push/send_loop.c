// SPDX-License-Identifier: GPL-2.0-or-later
/* The process that sends: takes what the agent hands over, keeps it on disk, and sends it. */
#include "push/sender_parts.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/param.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

#include "log/log.h"
#include "options/push_options.h"
#include "push/curl.h"
#include "push/request.h"
#include "util/cleanup.h"
#include "util/clock.h"
#include "util/error.h"

#define SECOND_NS   1000000000ull
#define FIRST_NS    SECOND_NS /* the wait after the first failure, which doubles, */
#define LAST_NS	    (300 * SECOND_NS) /* up to this one */
#define LONGEST_S   3600u /* that a receiver may ask us to wait */
#define PATIENCE_NS (3 * SECOND_NS) /* at the end */
#define IDLE_MS	    1000

struct loop_state {
	const struct push_options *options;
	struct queue *queue;
	struct shared *shared;
	struct request *request;
	CURLM *multi;
	int socket;
	bool closed; /* the agent has: */
	uint64_t end_ns; /* then this is the last moment; mono_ns(), as all below */
	bool busy; /* a request is on its way */
	struct queue_sum has; /* what is in it */
	uint64_t next_ns; /* no request before this */
	uint64_t wait_ns; /* the last wait; 0: the last request was no failure */
	char said[WHY_MAX]; /* the last reason that was printed; "": it works */
};

/* ----------------------------------------------------------------------- receive */

static void tell(struct loop_state *s)
{
	struct sender_sums *sums = &s->shared->sums;
	struct queue_sum waiting;
	uint64_t bytes;

	queue_sum(s->queue, &waiting, &bytes);
	__atomic_store_n(&sums->waiting.cnt, waiting.cnt, __ATOMIC_RELAXED);
	__atomic_store_n(&sums->waiting.values, waiting.values, __ATOMIC_RELAXED);
	__atomic_store_n(&sums->waiting_bytes, bytes, __ATOMIC_RELAXED);
}

static void drop(struct loop_state *s, const struct queue_sum *dropped, const char *why)
{
	if (!dropped->cnt)
		return;
	sums_add(&s->shared->sums.dropped, dropped);
	log_warning("push: %llu profiles that were not sent are dropped: %s",
		    (unsigned long long)dropped->cnt, why);
}

static void keep(struct loop_state *s, int file, uint64_t values)
{
	struct queue_sum dropped = {};
	struct queue_sum lost = { 1, values };
	struct error err;
	int rc = queue_put(s->queue, file, values, clock_ns(CLOCK_REALTIME), &dropped, &err);

	drop(s, &dropped, "the queue is full (--push-queue-size, or its disk)");
	if (rc) {
		sums_add(&s->shared->sums.dropped, &lost);
		log_warning("push: a profile is dropped: %s", err.text);
	}
}

static int file_of(struct msghdr *msg)
{
	const struct cmsghdr *c = CMSG_FIRSTHDR(msg);
	int file = -1;

	if (c && c->cmsg_level == SOL_SOCKET && c->cmsg_type == SCM_RIGHTS &&
	    c->cmsg_len == CMSG_LEN(sizeof(int)))
		memcpy(&file, CMSG_DATA(c), sizeof(file));
	return file;
}

/* False: there is none now, or there will be none. */
static bool receive_one(struct loop_state *s)
{
	union {
		struct cmsghdr align;
		char room[CMSG_SPACE(sizeof(int))];
	} with;
	struct handed head;
	struct iovec text = { &head, sizeof(head) };
	struct msghdr msg = { .msg_iov = &text,
			      .msg_iovlen = 1,
			      .msg_control = with.room,
			      .msg_controllen = sizeof(with.room) };
	ssize_t got = recvmsg(s->socket, &msg, MSG_DONTWAIT | MSG_CMSG_CLOEXEC);
	int file __cleanup(close_fd) = got > 0 ? file_of(&msg) : -1;

	if (got < 0 && errno == EAGAIN)
		return false;
	if (got <= 0) {
		s->closed = true;
		s->end_ns = mono_ns() + PATIENCE_NS;
		s->next_ns = 0; /* once more, at once */
		return false;
	}
	if (file >= 0)
		keep(s, file, head.values);
	return true;
}

static void receive(struct loop_state *s)
{
	while (!s->closed && receive_one(s))
		;
}

/* --------------------------------------------------------------------------- send */

/* Half of it is by chance, so that a hundred hosts do not come back in one moment. */
static uint64_t with_jitter(uint64_t ns)
{
	return ns / 2 + (uint64_t)random() % (ns / 2 + 1);
}

static void say_failed(struct loop_state *s, enum answer answer, const char *why)
{
	snprintf(s->shared->why, sizeof(s->shared->why), "%s", why);
	if (!strcmp(s->said, why))
		return;
	snprintf(s->said, sizeof(s->said), "%s", why);
	log_warning("push: %s can't be sent to: %s; %s", s->options->url, why,
		    answer == ANSWER_MISTAKEN ? "profiles wait in the queue until that is changed" :
						"profiles wait in the queue");
}

static void say_works(struct loop_state *s)
{
	if (*s->said)
		log_info("push: %s takes profiles again", s->options->url);
	*s->said = *s->shared->why = '\0';
}

/* Later: doubled, or when the receiver says. What somebody has to change first is tried seldom. */
static void wait_longer(struct loop_state *s, enum answer answer, uint64_t wait_s)
{
	s->wait_ns = s->wait_ns ? MIN(2 * s->wait_ns, LAST_NS) : FIRST_NS;
	if (answer == ANSWER_MISTAKEN)
		s->wait_ns = MAX(s->wait_ns, 30 * SECOND_NS);
	s->next_ns = mono_ns() + with_jitter(s->wait_ns);
	if (wait_s)
		s->next_ns = mono_ns() + MIN(wait_s, LONGEST_S) * SECOND_NS +
			     (uint64_t)random() % SECOND_NS;
	__atomic_add_fetch(&s->shared->sums.failures, 1, __ATOMIC_RELAXED);
}

static void finish(struct loop_state *s, enum answer answer, const char *why, uint64_t wait_s)
{
	struct sender_sums *sums = &s->shared->sums;

	s->busy = false;
	switch (answer) {
	case ANSWER_TAKEN:
		sums_add(&sums->sent, &s->has);
		say_works(s);
		break;
	case ANSWER_REFUSED:
		sums_add(&sums->refused, &s->has);
		log_warning("push: %s has refused a profile, which is dropped: %s", s->options->url,
			    why);
		break;
	default:
		queue_put_back(s->queue);
		say_failed(s, answer, why);
		wait_longer(s, answer, wait_s);
		return;
	}
	queue_remove_first(s->queue);
	s->wait_ns = 0;
}

/* One that can't be read any more is lost. */
static void begin(struct loop_state *s)
{
	struct queue_sum dropped = {};
	struct error err;
	size_t size;
	int body;

	queue_expire(s->queue, clock_ns(CLOCK_REALTIME), &dropped);
	drop(s, &dropped, "they waited for longer than --push-queue-age");
	body = queue_first(s->queue, &size, &s->has);
	if (body == -ENOENT)
		return;
	if (body < 0) {
		drop(s, &s->has, strerror(-body));
		queue_remove_first(s->queue);
		return;
	}
	s->busy = true;
	if (request_begin(s->request, body, size, &err)) {
		finish(s, ANSWER_MISTAKEN, err.text, 0);
		return;
	}
	curl.multi_add_handle(s->multi, request_handle(s->request));
}

static void perform(struct loop_state *s)
{
	char why[WHY_MAX];
	uint64_t wait_s;
	int running, left;
	const CURLMsg *msg;
	CURLcode rc;

	curl.multi_perform(s->multi, &running);
	msg = curl.multi_info_read(s->multi, &left);
	if (!msg || msg->msg != CURLMSG_DONE)
		return;
	rc = msg->data.result;
	curl.multi_remove_handle(s->multi, request_handle(s->request));
	finish(s, request_answer(s->request, rc, why, sizeof(why), &wait_s), why, wait_s);
}

/* --------------------------------------------------------------------------- loop */

/* At the end there is no wait that would last beyond it. */
static bool is_over(const struct loop_state *s)
{
	if (!s->closed)
		return false;
	if (!s->busy && (!s->shared->sums.waiting.cnt || s->next_ns >= s->end_ns))
		return true;
	return mono_ns() >= s->end_ns;
}

static int timeout_ms(const struct loop_state *s)
{
	uint64_t now = mono_ns(), until = now + IDLE_MS * 1000000ull;

	if (!s->busy && s->shared->sums.waiting.cnt)
		until = MIN(until, MAX(s->next_ns, now));
	if (s->closed)
		until = MIN(until, MAX(s->end_ns, now));
	return (int)((until - now + 999999) / 1000000);
}

static void run(struct loop_state *s)
{
	struct curl_waitfd wait = { .fd = s->socket, .events = CURL_WAIT_POLLIN };

	for (;;) {
		receive(s);
		if (!s->busy && mono_ns() >= s->next_ns)
			begin(s);
		if (s->busy)
			perform(s);
		tell(s);
		log_tick();
		if (is_over(s))
			return;
		curl.multi_poll(s->multi, &wait, !s->closed, timeout_ms(s), NULL);
	}
}

void send_loop(const struct push_options *o, struct queue *q, int socket, struct shared *shared)
{
	struct loop_state s = { .options = o, .queue = q, .shared = shared, .socket = socket };

	srandom((unsigned)(mono_ns() ^ (uint64_t)getpid()));
	curl.global_init(CURL_GLOBAL_DEFAULT);
	s.multi = curl.multi_init();
	s.request = request_new(o);
	if (s.multi && s.request)
		run(&s);
	else
		log_error("push: out of memory: nothing is sent");
}
