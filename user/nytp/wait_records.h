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
struct sink;
struct wait_records;

/* The longest waits are written one by one; those that follow are added up by reason. */
#define WAIT_RECORDS 4096u

int wait_records_put(struct sink *s, const struct profile *p); /* -ENOMEM */

/*
 * Takes a comment, without its tag, if it is one of these. The line is changed. Returns the memory
 * that it takes until the end, in bytes; 0: it is another comment, or damaged; -ENOMEM.
 */
int wait_records_take(struct wait_records **records, char *line);

/* Adds all waits that were taken, when the files and subs of the profile are known. -ENOMEM. */
int wait_records_add(const struct wait_records *records, struct profile *p);
void wait_records_free(struct wait_records *records);

#endif
