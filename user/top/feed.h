/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * What a recorder sends to those who watch it: each second the samples, waits and events since the
 * second before, by process, sub and line. A message is a struct feed_head and what belongs to its
 * kind, in the machine's own byte order. The first one is a hello. A watcher that finds another
 * version ends.
 */
#ifndef NYTPROF_TOP_FEED_H
#define NYTPROF_TOP_FEED_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "text/screen_text.h"
#include "top/figures.h"

#define FEED_VERSION  2u
#define FEED_NAME_MAX TEXT_MAX
/* Rows of one second, at most; what is beyond is counted. */
#define FEED_ROWS_MAX 20000u

enum feed_kind {
	FEED_HELLO,
	FEED_EVENT, /* the name of an event of the kernel; they come before all rows */
	FEED_ROW,
	FEED_TURN, /* all rows of the interval have come */
	FEED_KINDS
};

struct feed_head {
	uint32_t kind;
	uint32_t size; /* of what follows, in bytes */
};

struct feed_hello {
	uint32_t version;
	uint32_t rate; /* samples per second */
	uint64_t period_ns; /* that a sample stands for */
};

/* A row; an int64_t for each event follows, in the order of their names, and its name. */
struct feed_row {
	uint64_t own; /* as in struct top_sums */
	uint64_t incl;
	uint64_t wait_ns;
	int32_t pid;
	uint32_t kind; /* enum top_kind */
	uint32_t ended; /* a process: it has */
	uint32_t event_cnt; /* 0: it had none */
};

struct feed_turn {
	uint64_t interval_ns;
	uint64_t used_ns; /* processor time of the recorder in it */
	uint64_t processes; /* that are sampled */
	uint64_t dropped; /* samples, so far */
	uint64_t torn;
	uint64_t lost_events; /* likewise */
	uint64_t beyond; /* rows for which there was no room, in the interval */
};

/* Bytes to be sent, or that have come. */
struct feed_buffer {
	char *bytes;
	size_t size;
	size_t room;
	size_t taken; /* of them, from the begin */
};

/* -ENOMEM: it is as it was. */
int feed_put(struct feed_buffer *b, const void *bytes, size_t size);
void feed_buffer_release(struct feed_buffer *b);

/* -ENOMEM. */
int feed_put_hello(struct feed_buffer *b, const struct feed_hello *hello);
int feed_put_events(struct feed_buffer *b, const struct figures *f); /* their names */
int feed_put_turn(struct feed_buffer *b, const struct feed_turn *turn);

/* All that changed in the last interval. Sets *beyond. -ENOMEM. */
int feed_put_rows(struct feed_buffer *b, const struct figures *f, uint64_t *beyond);

struct feed_message {
	enum feed_kind kind;
	struct feed_hello hello;
	struct feed_row row;
	int64_t amounts[TOP_EVENTS_MAX]; /* of its events */
	struct feed_turn turn;
	char name[FEED_NAME_MAX]; /* of a row, or an event */
};

/* The next message that is there as a whole: 1; 0: there is none; -EPROTO: it is no such message. */
int feed_take(struct feed_buffer *b, struct feed_message *m);

#endif
