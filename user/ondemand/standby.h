/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * A tracer (tracer.h) that is started before there is an order. It has measured what probes cost and
 * loaded its BPF programs, which takes seconds of a processor, and waits for the order on a socket.
 *
 * It also offers these programs to an agent that is about to run a command (attach/loan.h), and ends
 * when that has taken them.
 */
#ifndef NYTPROF_STANDBY_H
#define NYTPROF_STANDBY_H

#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

struct error;
struct nytprof_options;
struct order;
struct standby;

struct standby *standby_new(void); /* NULL: no memory */
void standby_free(struct standby *s); /* it ends, if it waits */

/*
 * To be called now and then. Starts the tracer at not_before_ns, if none waits, and another one each
 * hour. now_ns: mono_ns(). like: a process with the perl that the orders will be about; 0: none is
 * known, so it is the perl on the PATH. options: those of the recording.
 */
void standby_keep(struct standby *s, pid_t like, uint64_t now_ns, uint64_t not_before_ns,
		  const struct nytprof_options *options);

/*
 * Gives it the order, which may name any process. Returns its process id, which belongs to the
 * caller from then on; 0: none waits.
 */
pid_t standby_take(struct standby *s, const struct order *order);

/* Has it offer its programs at a connection, which the caller keeps. -EAGAIN: none waits. */
int standby_lend(struct standby *s, int connection);

/*
 * In such a process: waits for the order. Its profile and messages are stdout and stderr when this
 * returns. lend: offers its programs; true: they are gone. -ECANCELED: there will be no order. -errno
 * with err set.
 */
int standby_receive(struct order *order, bool (*lend)(void *arg, int connection), void *arg,
		    struct error *err);

#endif
