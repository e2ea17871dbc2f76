/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Answers GET and HEAD of /metrics by HTTP, and the pages of pull_http.h, in a thread of its own.
 * So a scrape works while the main loop is busy for seconds, for example with the programs of a new
 * perl. The thread has a copy of the text and nothing else.
 */
#ifndef NYTPROF_SCRAPE_H
#define NYTPROF_SCRAPE_H

#include <stddef.h>
#include <sys/socket.h>

struct error;
struct pulls;
struct scrape;

/*
 * Listens; has no text yet. pulls must outlive it; NULL: profiles are not served. NULL with errno
 * and err set.
 */
struct scrape *scrape_new(const struct sockaddr *address, socklen_t len, struct pulls *pulls,
			  struct error *err);
void scrape_free(struct scrape *s);

/* The address. If port 0 was asked for, this has the real port. */
void scrape_address(const struct scrape *s, char *text, size_t size);

/*
 * Readable: a client has asked, and waits a moment for a newer text. scrape_publish() answers it,
 * and takes the text over. Without that, the client gets the previous text.
 */
int scrape_fd(const struct scrape *s);
void scrape_publish(struct scrape *s, char *text, size_t len);

#endif
