/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What the program asked of databases: sums by statement and place. */
#ifndef NYTPROF_PROFILE_SQL_H
#define NYTPROF_PROFILE_SQL_H

#include <stddef.h>
#include <stdint.h>
#include <uthash.h>

struct allowance;
struct profile;

#define SQL_STATEMENTS_MAX 10000u /* different ones; the rest is one row */
#define SQL_ROWS_MAX	   20000u /* beyond this, too */
/* Bytes for the statements of all profiles of one user, and of all: a full profile may take 20 MB. */
#define SQLS_OF_USER (64u << 20)
#define SQLS_OF_ALL  (128u << 20)

#define SQL_OTHERS   "(other statements)"
#define SQL_UNKNOWN  "(unknown statement)"

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
	size_t bytes; /* of all these, about */
	struct allowance *allowance; /* that they are charged to; NULL: none */
	uint32_t user;
	uint64_t refused; /* what was added to another row, because the allowance had no room */
};

struct sql_place_in {
	uint32_t fid; /* 0: not known */
	uint32_t line;
	uint32_t sub;
};

/*
 * What is new is charged to a user's allowance, which must live longer than the profile. What does not
 * fit becomes SQL_OTHERS. To be called before anything is added.
 */
void profile_charge_sqls(struct profile *p, struct allowance *allowance, uint32_t user);

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
