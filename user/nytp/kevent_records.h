/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Events of the kernel in a NYTProf file: comments, as those of waits (wait_records.h).
 *
 *     # agent_event_stack=NR CALLER SUB       a sub, and the number of its caller; 0: none
 *     # agent_event_file=NAME                 the file of the rows that follow; "": unknown
 *     # agent_event=LINE WHERE STACK CNT ERRORS BYTES NS EVENT DETAIL SUB
 *
 * Tabs separate the fields. NR counts from 1. WHERE is an enum kevent_where.
 */
#ifndef NYTPROF_KEVENT_RECORDS_H
#define NYTPROF_KEVENT_RECORDS_H

struct profile;
struct remark_table;
struct sink;

int kevent_records_put(struct sink *s, const struct profile *p); /* -ENOMEM */

extern const struct remark_table kevent_records_table;

#endif
