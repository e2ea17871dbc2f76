/* SPDX-License-Identifier: GPL-2.0-or-later */
/* A recorder that samples lets others watch: see feed.h. It pays for that only while somebody does. */
#ifndef NYTPROF_TOP_WATCHED_H
#define NYTPROF_TOP_WATCHED_H

struct error;
struct options;
struct recorder;
struct sight;
struct watched;

/* To be freed before the recorder. NULL: out of memory. */
struct watched *watched_new(struct recorder *r, const struct options *o);
void watched_free(struct watched *w);

/*
 * One more watcher, with its end of a stream socket, which it takes over if it succeeds. It gets
 * what its sight shows (NULL: all), until that is over. A watcher that does not read loses its
 * place. -errno with err set.
 */
int watched_add(void *watched, int fd, const struct sight *sight, struct error *err);

#endif
