/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The recorder's side of nytprof-bpf ctl: a socket for root only, with one request and one reply
 * per connection. A request is a verb and a process id; 0 means any. A reply begins with a digit
 * and a newline:
 *
 *   0  done; the rest is for stdout
 *   1  failed; one line says why
 *   2  this recorder does not record that process
 *
 * "traces PID" asks whether the recorder can trace one of its processes exactly. "trace" with an
 * order (ondemand/order.h) and two descriptors, for the profile and for messages, starts that. Its
 * reply is "0", and the tracer's exit status on a line of its own, when that has ended.
 *
 * "watches PID" asks whether the recorder samples, and so can be watched: 0 or 2.
 * "watch PID" with one descriptor, an end of a stream socket, sends what the recorder samples there
 * from now on, as top/feed.h says. PID only asks whether it records that process.
 *
 * "lend" asks for loaded programs (attach/loan.h): the tracer that stands by answers at the same
 * connection. 2: there is none.
 *
 * Words of other recorders (others.h) get no reply.
 */
#ifndef NYTPROF_SERVER_H
#define NYTPROF_SERVER_H

#define CONTROL_REQUEST 1500 /* bytes of a request, at most */
#define CONTROL_PART	4096 /* bytes of an answer that are sent at once, at most */

struct recorder;
struct server;

struct server *server_new(struct recorder *r); /* NULL: failed; -v shows why */
void server_free(struct server *server);

#endif
