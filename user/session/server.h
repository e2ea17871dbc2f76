/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The recorder's end of nytprof-bpf ctl: a socket for root alone, one request and one answer for each
 * connection.  A request is a verb and a process id, 0: any.  An answer begins with a digit and a
 * newline:
 *
 *   0  done; what follows is for stdout
 *   1  failed; one line that says why
 *   2  this recorder has nothing to do with that process
 *
 * What other recorders say to this one (others.h) has no answer.
 */
#ifndef NYTPROF_SERVER_H
#define NYTPROF_SERVER_H

#define CONTROL_REQUEST 1500 /* bytes of a request, at most */
#define CONTROL_PART	4096 /* bytes of an answer that are sent at once, at most */

struct recorder;
struct server;

struct server *server_new(struct recorder *r); /* NULL: it can't be, which -v explains */
void server_free(struct server *server);

#endif
