/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * SQL statements in a NYTProf file: comments, as those of waits (wait_records.h).
 *
 *     # agent_sql_file=NAME                   the file of the rows that follow; "": unknown
 *     # agent_sql=LINE CNT NS PREPARED PREPARE_NS SUB STATEMENT       separated by tabs
 */
#ifndef NYTPROF_SQL_RECORDS_H
#define NYTPROF_SQL_RECORDS_H

struct profile;
struct sink;
struct sql_records;

int sql_records_put(struct sink *s, const struct profile *p); /* -ENOMEM */

/*
 * Takes a comment, without its tag, if it is one of these. The line is changed. Returns the memory
 * that it takes until the end, in bytes; 0: it is another comment, or damaged; -ENOMEM.
 */
int sql_records_take(struct sql_records **records, char *line);

/* Adds all rows that were taken, when the files and subs of the profile are known. -ENOMEM. */
int sql_records_add(const struct sql_records *records, struct profile *p);
void sql_records_free(struct sql_records *records);

#endif
