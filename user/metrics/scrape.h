/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Answers GET and HEAD of /metrics by HTTP, in a thread of its own: a loop that is busy for seconds, as with the
 * programs of a new perl, is no reason for a scrape to fail.  The thread has a copy of the text and nothing else.
 */
#ifndef NYTPROF_SCRAPE_H
#define NYTPROF_SCRAPE_H

#include <stddef.h>
#include <sys/socket.h>

struct error;
struct scrape;

/* Listens, with nothing to tell yet.  NULL with errno and err set. */
struct scrape *scrape_new(const struct sockaddr *address, socklen_t len, struct error *err);
void scrape_free(struct scrape *s);

/* The address, with the port that was found for 0. */
void scrape_address(const struct scrape *s, char *text, size_t size);

/*
 * Readable: somebody has asked, and waits a moment for a newer text.  scrape_publish, which takes it over, is the
 * answer; without one they get the one of before.
 */
int scrape_fd(const struct scrape *s);
void scrape_publish(struct scrape *s, char *text, size_t len);

#endif
