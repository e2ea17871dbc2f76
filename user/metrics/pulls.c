// SPDX-License-Identifier: GPL-2.0-or-later
#include "metrics/pulls.h"

#include <errno.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdlib.h>
#include <sys/eventfd.h>

#include "util/cleanup.h"

enum state {
	FREE,
	TAKEN, /* nothing is asked yet */
	ASKED,
	BEGUN, /* the main loop knows of it */
	ANSWERED,
};

struct pull {
	enum state state;
	struct pull_request request;
	void (*wake)(void *arg);
	void *arg;
	char *bytes; /* NULL: none */
	size_t len;
};

struct pulls {
	int asked; /* an eventfd */
	pthread_mutex_t lock; /* of all below */
	struct pull all[PULLS_MAX];
	bool ended;
};

struct pulls *pulls_new(void)
{
	struct pulls *p = calloc(1, sizeof(*p));

	if (!p)
		return NULL;
	pthread_mutex_init(&p->lock, NULL);
	p->asked = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
	if (p->asked >= 0)
		return p;
	pulls_free(p);
	return NULL;
}

void pulls_free(struct pulls *p)
{
	int i;

	if (!p)
		return;
	for (i = 0; i < PULLS_MAX; i++)
		free(p->all[i].bytes);
	close_fd(&p->asked);
	pthread_mutex_destroy(&p->lock);
	free(p);
}

/* The first one in that state; -1: none. With the lock. */
static int find(const struct pulls *p, enum state state)
{
	int i;

	for (i = 0; i < PULLS_MAX; i++) {
		if (p->all[i].state == state)
			return i;
	}
	return -1;
}

int pulls_take(struct pulls *p)
{
	int place = -1;

	pthread_mutex_lock(&p->lock);
	if (!p->ended)
		place = find(p, FREE);
	if (place >= 0)
		p->all[place] = (struct pull){ .state = TAKEN };
	pthread_mutex_unlock(&p->lock);
	return place < 0 ? -EBUSY : place;
}

/* With the lock. Who has left already gets nothing. */
static void give(struct pull *one, char *bytes, size_t len)
{
	if (one->state != ASKED && one->state != BEGUN) {
		free(bytes);
		return;
	}
	one->state = ANSWERED;
	one->bytes = bytes;
	one->len = len;
	one->wake(one->arg);
}

void pulls_ask(struct pulls *p, int place, const struct pull_request *request,
	       void (*wake)(void *arg), void *arg)
{
	struct pull *one = &p->all[place];

	pthread_mutex_lock(&p->lock);
	one->request = *request;
	one->wake = wake;
	one->arg = arg;
	one->state = ASKED;
	if (p->ended)
		give(one, NULL, 0);
	else
		eventfd_write(p->asked, 1);
	pthread_mutex_unlock(&p->lock);
}

char *pulls_answer(struct pulls *p, int place, size_t *len)
{
	struct pull *one = &p->all[place];
	char *bytes;

	pthread_mutex_lock(&p->lock);
	bytes = one->bytes;
	*len = one->len;
	one->bytes = NULL;
	pthread_mutex_unlock(&p->lock);
	return bytes;
}

void pulls_leave(struct pulls *p, int place)
{
	pthread_mutex_lock(&p->lock);
	free(p->all[place].bytes);
	p->all[place] = (struct pull){ .state = FREE };
	pthread_mutex_unlock(&p->lock);
}

int pulls_fd(const struct pulls *p)
{
	return p->asked;
}

int pulls_next(struct pulls *p, struct pull_request *request)
{
	eventfd_t cnt;
	int place;

	eventfd_read(p->asked, &cnt);
	pthread_mutex_lock(&p->lock);
	place = find(p, ASKED);
	if (place >= 0) {
		p->all[place].state = BEGUN;
		*request = p->all[place].request;
	}
	pthread_mutex_unlock(&p->lock);
	return place;
}

void pulls_give(struct pulls *p, int place, char *bytes, size_t len)
{
	pthread_mutex_lock(&p->lock);
	give(&p->all[place], bytes, len);
	pthread_mutex_unlock(&p->lock);
}

void pulls_end(struct pulls *p)
{
	int i;

	pthread_mutex_lock(&p->lock);
	p->ended = true;
	for (i = 0; i < PULLS_MAX; i++)
		give(&p->all[i], NULL, 0);
	pthread_mutex_unlock(&p->lock);
}

unsigned pulls_waiting(struct pulls *p)
{
	unsigned cnt = 0;
	int i;

	pthread_mutex_lock(&p->lock);
	for (i = 0; i < PULLS_MAX; i++)
		cnt += p->all[i].state == ASKED || p->all[i].state == BEGUN;
	pthread_mutex_unlock(&p->lock);
	return cnt;
}
