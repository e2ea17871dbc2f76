/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Messages of SQL statements, on their way to profiles. */
#ifndef NYTPROF_SQL_RING_H
#define NYTPROF_SQL_RING_H

struct interps;
struct names;
struct sql_ring;

/* map: the ring. NULL with errno. */
struct sql_ring *sql_ring_new(int map, struct interps *interps, struct names *names);
void sql_ring_free(struct sql_ring *r);

int sql_ring_fd(const struct sql_ring *r); /* readable: many messages wait */

/* Takes some, so that other work goes on in a flood of them; the rest is taken next time. */
void sql_ring_take(struct sql_ring *r);

/* Takes all that are there now, and perhaps some more. */
void sql_ring_take_all(struct sql_ring *r);

#endif
