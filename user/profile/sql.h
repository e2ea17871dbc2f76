/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What the program asked of databases: sums by statement and place. */
#ifndef NYTPROF_PROFILE_SQL_H
#define NYTPROF_PROFILE_SQL_H

#include <stddef.h>
#include <stdint.h>
#include <uthash.h>

struct profile;

#define SQL_STATEMENTS_MAX 10000u /* different ones; the rest is one row */
#define SQL_ROWS_MAX	   20000u /* beyond this, too */

#define SQL_OTHERS	   "(other statements)"
#define SQL_UNKNOWN	   "(unknown statement)"

struct sql_id {
	uint32_t fid; /* 0: the place is not known, */
	uint32_t line;
	uint32_t sub; /* and then the sub is not either */
	uint32_t statement; /* number, from 1 */
};

struct sql_sum {
	uint64_t cnt; /* executions */
	uint64_t ns; /* of them, with the fetching of rows */
	uint64_t prepare_cnt;
	uint64_t prepare_ns;
};

struct profile_sql {
	struct sql_id id;
	struct sql_sum sum;
	UT_hash_handle hh;
};

struct sql_statement {
	char *text;
	uint32_t nr;
	UT_hash_handle hh;
};

struct profile_sqls {
	struct profile_sql *rows; /* hash */
	struct sql_statement *statements; /* hash */
	struct sql_statement **by_nr; /* nr - 1 */
	uint32_t statement_cnt;
};

struct sql_place_in {
	uint32_t fid; /* 0: not known */
	uint32_t line;
	uint32_t sub;
};

/* Adds executions. text: without any data. -ENOMEM. */
int profile_add_sql(struct profile *p, const struct sql_place_in *at, const char *text,
		    const struct sql_sum *add);

/* The statement of a row. It belongs to the profile. */
const char *profile_sql_text(const struct profile *p, const struct profile_sql *row);

/* All rows, those that took most first. The array is the caller's. NULL: out of memory. */
const struct profile_sql **profile_sorted_sqls(const struct profile *p, size_t *cnt);

/* All rows together. */
struct sql_sum profile_sql_sum(const struct profile *p);

/* Changes the sub ids of all rows. subs: the new ids, by the old ones. */
void sqls_renumber(struct profile_sqls *s, const uint32_t *subs);
void sqls_release(struct profile_sqls *s);

#endif
