/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Waits in a NYTProf file: comments, which the stock readers skip and nytprofmerge copies.
 *
 *     # agent_wait_file=NAME                            the file of the waits that follow; "": unknown
 *     # agent_wait=LINE CNT NS MAX_NS REASON SUB OBJECT      separated by tabs
 *     # agent_wait_sub=NS SUB                           inclusive waiting of a sub
 *
 * In texts, \xHH stands for a control character or a backslash.
 */
#ifndef NYTPROF_WAIT_RECORDS_H
#define NYTPROF_WAIT_RECORDS_H

#include <stdint.h>

struct profile;
struct remark_table;
struct sink;

/* The longest waits are written one by one; those that follow are added up by reason. */
#define WAIT_RECORDS 4096u

int wait_records_put(struct sink *s, const struct profile *p); /* -ENOMEM */

extern const struct remark_table wait_records_table;

#endif
