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
struct remark_table;
struct sink;

int sql_records_put(struct sink *s, const struct profile *p); /* -ENOMEM */

extern const struct remark_table sql_records_table;

#endif
