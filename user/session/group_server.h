/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The recorder's side of nytprof-bpf ctl for the members of the groups of --group: a socket of its own,
 * in GROUP_DIR. It takes status, flush, watches and watch as server.h has them, and answers for the
 * processes that its client may see (sight.h). All else is root's. "0" means no process in particular.
 *
 * It does little at a time, so that its clients can't keep the recording, or root, waiting.
 */
#ifndef NYTPROF_GROUP_SERVER_H
#define NYTPROF_GROUP_SERVER_H

struct group_server;
struct options;
struct recorder;

/*
 * It listens while the options name groups, also after a reload; what can't be done is printed. NULL:
 * out of memory.
 */
struct group_server *group_server_new(struct recorder *r, const struct options *o);
void group_server_free(struct group_server *g);

#endif
