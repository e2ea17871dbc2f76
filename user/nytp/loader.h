/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What the files that read a profile share. Errors are those of the input, and stay there. */
#ifndef NYTPROF_LOADER_H
#define NYTPROF_LOADER_H

#include <stdbool.h>
#include <stdint.h>
#include <uthash.h>

#include "nytp/nytp.h"
#include "records/input.h"

struct profile;
struct profile_file;
struct profile_line;
struct returns;
struct remark_rows;

#define REMARK_TABLES 4 /* waits, SQL statements, events of the kernel, estimates */

/* A file's number in the profile that is read; they come in any order. */
struct loaded_file {
	uint32_t fid;
	struct profile_file *file;
	struct profile_line *
		*pages; /* lines of the profile's pages, by their number; NULL: none yet */
	uint32_t page_cnt;
	UT_hash_handle hh;
};

#define FIDS_DIRECT 65536u /* those below are found without a hash */

struct fids {
	struct loaded_file *all; /* hash */
	struct loaded_file **direct; /* by fid */
	uint32_t direct_cnt;
};

struct loader {
	struct input s;
	struct profile *p;
	bool discount; /* the next statement has no count of its own */
	bool started; /* a PID_START was seen, and not yet its end */
	bool ended; /* a PID_END was seen */
	double opened; /* the time of that PID_START, s */
	uint32_t depth; /* of the last SUB_RETURN; 0: there was none */
	int64_t tick_ns; /* of a tick; 0: it is no whole number */
	struct fids fids;
	struct returns *returns; /* NULL: the call tree is not wanted */
	struct remark_rows *rows[REMARK_TABLES];
	struct nytp_seen seen;
};

/* load_files.c */
struct loaded_file *loader_find_fid(const struct loader *l, uint32_t fid); /* NULL: none */
struct profile_file *loader_file(struct loader *l, uint32_t fid); /* fails if there is none */
void loader_free_fids(struct loader *l);
void load_new_fid(struct loader *l);
void load_src_line(struct loader *l);

/* load_stmts.c: a record; and all those that are in the buffer as a whole. */
void load_stmt(struct loader *l, int tag);
void load_discount(struct loader *l);
void load_buffered_stmts(struct loader *l);

/* load_subs.c */
int64_t loader_ns(double seconds);
void load_sub_info(struct loader *l);
void load_sub_callers(struct loader *l);
void load_sub_entry(struct loader *l);
void load_sub_return(struct loader *l);

#endif
