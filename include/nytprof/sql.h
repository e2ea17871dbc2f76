/* SPDX-License-Identifier: GPL-2.0-or-later OR BSD-2-Clause */
/* Statements for databases: what the agent is told of them. */
#ifndef NYTPROF_SHARED_SQL_H
#define NYTPROF_SHARED_SQL_H

#include <linux/types.h>

#define SQL_TEXT_MAX \
	2048 /* bytes of a statement, with its NUL; the rest of a longer one is not read */
#define SQL_NAME_MAX 64 /* bytes of the name of a prepared statement, with its NUL */
#define SQL_HANDLES  (1 << 12) /* prepared statements that are known at once */
#define SQL_PLACES   8 /* statements of perl that are told, from the innermost on */
#define SQL_WALK     32 /* open calls that are looked at for that */
#define SQL_RING     (1 << 24) /* bytes of messages that the agent has not read yet */
#define SQL_NESTED   4 /* calls that perl makes while another one runs; a power of two */

enum sql_library {
	SQL_PG,
	SQL_MYSQL, /* and MariaDB */
	SQL_SQLITE,
	SQL_LIBRARIES,
};

/* The cookie of a probe: the function, and above it the price of the trap in ns. */
#define SQL_COOKIE_FUNCTION 0xff
#define SQL_COOKIE_SHIFT    8

/* Functions of the libraries. */
enum sql_function {
	SQL_PQ_EXEC,
	SQL_PQ_EXEC_PARAMS,
	SQL_PQ_PREPARE,
	SQL_PQ_EXEC_PREPARED,
	SQL_MYSQL_QUERY,
	SQL_MYSQL_REAL_QUERY,
	SQL_MYSQL_STORE_RESULT,
	SQL_MYSQL_STMT_PREPARE,
	SQL_MYSQL_STMT_EXECUTE,
	SQL_MYSQL_STMT_STORE_RESULT,
	SQL_SQLITE_PREPARE,
	SQL_SQLITE_PREPARE_V2,
	SQL_SQLITE_PREPARE_V3,
	SQL_SQLITE_STEP,
	SQL_SQLITE_RESET, /* of this and the next one only the begin is seen */
	SQL_SQLITE_FINALIZE,
	SQL_FUNCTIONS,
};

/* A statement of perl. */
struct sql_place {
	__u32 file; /* as in struct stmt_key; 0: not known */
	__u32 line;
	__u32 sub; /* id of the Perl sub that it is in */
};

enum sql_what {
	SQL_EXECUTED,
	SQL_FETCHED, /* more time of the execution that was told before */
	SQL_PREPARED,
};

/* A message: only .len bytes of .text are sent. */
struct sql_event {
	__u64 ns; /* in the library, without waiting for a processor */
	__u32 interp;
	__u32 part; /* see struct part */
	__u32 what; /* enum sql_what */
	__u32 library; /* enum sql_library */
	__u32 len; /* bytes of the text; 0: it is not known */
	__u32 cut; /* 1: the text is longer */
	__u32 place_cnt;
	struct sql_place places[SQL_PLACES]; /* the innermost one first */
	__u32 pad;
	char text[SQL_TEXT_MAX];
};

/* What has a handle: a prepared statement, or the last statement of a connection. */
struct sql_handle {
	__u64 at; /* address; with a name, a hash of both */
	__u32 tgid;
	__u32 pad;
};

struct sql_known {
	__u32 check; /* see bpf/state/lru.bpf.h */
	__u32 library;
	__u32 len;
	__u32 cut;
	__u32 running; /* SQLite: it has begun, and its rows are not all fetched */
	__u32 place_cnt; /* of its last execution */
	__u64 fetch_ns; /* of that: not told yet */
	struct sql_place places[SQL_PLACES];
	char text[SQL_TEXT_MAX];
};

_Static_assert(sizeof(struct sql_handle) == 16, "no hidden padding");

#endif
