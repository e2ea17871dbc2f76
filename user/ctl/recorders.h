/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The recorders that run, a request to all of them, and their answers. */
#ifndef NYTPROF_RECORDERS_H
#define NYTPROF_RECORDERS_H

#include <poll.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define RECORDERS_MAX 64

enum answer {
	ANSWER_NONE, /* so far */
	ANSWER_DONE, /* as in server.h */
	ANSWER_FAILED,
	ANSWER_NOT_ABOUT,
	ANSWER_ENDED,
};

struct recorders {
	const char *dir; /* where their sockets are */
	struct pollfd fds[RECORDERS_MAX]; /* .fd -1: it does not even take requests */
	int pids[RECORDERS_MAX];
	enum answer answers[RECORDERS_MAX];
	size_t cnt;
};

/*
 * All that there are, or for who is not root those that take the user's groups; -errno if one is there
 * and can't be talked to.
 */
int recorders_find(struct recorders *found);

/* Says why none was found; rc is that -errno. */
void recorders_print_closed(int rc);
void recorders_close(struct recorders *found);

/* Sends a request to all of them. All are asked before any is waited for: one may be busy. */
void recorders_ask(struct recorders *found, const char *request);

/* Sends a request to one, with descriptors. -errno. */
int recorder_send(int connection, const char *request, const int *fds, size_t fd_cnt);

/*
 * Prints what they answer. named: who is meant is one, and when it has answered the others can but
 * say that they are not.
 */
void recorders_take_answers(struct recorders *found, uint64_t patience_ns, bool named);

/* Of the recorders, one that has given such an answer; 0: none has. */
int recorders_who(const struct recorders *found, enum answer answer);

/* The text of an answer behind its digit (freed by the caller). */
enum answer recorder_take_answer(int fd, char **text);

/* Names those that have not answered. */
void recorders_print_silent(const struct recorders *found);

/* Says that none of them is about the process, as their answers have it. */
void recorders_print_nobody(const struct recorders *found, const char *pid);

#endif
