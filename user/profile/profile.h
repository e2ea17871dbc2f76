/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The model of a profile: files, lines, subs and calls of one process, as drain/ adds them
 * up, nytp/ reads and writes them and write/ prints them.  Plain data, no BPF.
 *
 * Words are NYTProf's: fid (1..N), eval_fid, incl, excl, reci, rec_depth.  Times are in ns.
 */
#ifndef NYTPROF_PROFILE_H
#define NYTPROF_PROFILE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <uthash.h>

#include "profile/call_tree.h"

struct profile_line {
	uint64_t cnt; /* executions */
	int64_t ns; /* exclusive; may be a little below 0 by the clock's noise */
};

/* Lines nr * PAGE_LINES and on.  #line may say any number, so a file has the pages on which something was executed. */
#define PAGE_LINES 32u

struct profile_page {
	uint32_t nr;
	struct profile_line *lines; /* PAGE_LINES */
};

/* With blocks=1: a statement's line with the first lines of the block and the sub around it. */
struct block_id {
	uint32_t line;
	uint32_t block_line;
	uint32_t sub_line;
};

struct profile_block {
	struct block_id id;
	struct profile_line counts;
	UT_hash_handle hh;
};

/* Flags of a file; the values are those of the file format (NYTProf.h 6.12, NYTP_FIDf_*). */
#define FILE_IS_PMC   0x001u /* its source is the .pmc beside it, which is what perl loads */
#define FILE_VIA_STMT 0x002u
#define FILE_VIA_SUB  0x004u
#define FILE_HAS_SRC  0x010u
#define FILE_SAVE_SRC 0x020u
#define FILE_FAKE     0x080u
#define FILE_IS_EVAL  0x100u /* its source is no file: -e, - */

struct profile_file {
	uint32_t fid;
	char *name; /* absolute; of a string eval "(eval N)[file:line]" */
	uint32_t eval_fid; /* of a string eval: where it was executed; else 0 */
	uint32_t eval_line;
	uint32_t alias_of; /* fid of the file that it is part of, which is no alias: they are written as one; 0: none */
	uint32_t flags;
	struct profile_page *pages; /* by number */
	uint32_t page_cnt;
	struct profile_block *blocks; /* hash; the same executions and times again, or nothing */
	char *source; /* NULL: none */
	size_t source_len;
	size_t source_room; /* of one that grows, else 0 */
	bool source_doubtful; /* it may not be the text that ran */
	bool source_shared; /* it is not the profile's to free */
	UT_hash_handle hh;
};

#define LINE_MAX_NR 65535u /* the stock readers' limit */
#define LINE_NONE   UINT32_MAX

struct sub_place {
	uint32_t fid; /* 0: unknown */
	uint32_t first;
	uint32_t last;
};

struct profile_sub {
	uint32_t id; /* 0..N-1 */
	char *name; /* Package::name */
	bool xsub; /* a C function, or a builtin */
	bool called; /* there is a call of it */
	bool defined; /* its definition was seen: its lines are that's */
	bool by_stmts; /* .first and .last are of its statements, */
	bool by_braces; /* or of the sub, or of two by this name */
	uint32_t fid; /* where it is defined; 0: unknown or an xsub */
	uint32_t first;
	uint32_t last;
	struct sub_place given; /* of code that was called by this name, and not compiled by it */
	UT_hash_handle hh;
};

struct profile_counts {
	uint64_t cnt;
	int64_t incl_ns; /* of the calls that were not recursive */
	int64_t excl_ns;
	int64_t reci_ns; /* inclusive, of the recursive calls */
	uint32_t rec_depth; /* 0: none was */
};

struct call_id {
	uint32_t callee; /* sub ids */
	uint32_t caller;
	uint32_t fid;
	uint32_t line;
};

struct profile_call {
	struct call_id id;
	struct profile_counts counts;
	UT_hash_handle hh;
};

struct profile_attr {
	char *key;
	char *value;
};

struct profile {
	uint32_t pid;
	uint32_t ppid;
	double start; /* seconds since the epoch */
	double end;
	uint64_t ticks_per_sec;
	struct profile_attr *attrs;
	size_t attr_cnt;
	struct profile_attr *options;
	size_t option_cnt;
	char *comment; /* NULL: none */
	bool source_cut; /* that of some lines was too much to be kept */

	struct profile_file **files; /* fid - 1 */
	size_t file_cnt;
	uint32_t main_fid; /* the program's; 0: unknown */
	struct profile_sub **subs; /* id */
	size_t sub_cnt;
	struct profile_call *calls; /* hash; order of insertion */
	struct call_tree call_tree;

	struct profile_file *files_by_name;
	struct profile_sub *subs_by_name;
};

struct profile_totals {
	uint64_t stmts; /* executed */
	uint64_t lines; /* on which one was executed */
	uint64_t sub_calls;
	uint64_t subs; /* that were called */
	int64_t stmt_ns;
	int64_t below_ns; /* how much of it is below 0, and clamped in the output */
};

struct profile *profile_new(void); /* NULL with errno ENOMEM, as all below that return a pointer */
void profile_free(struct profile *p);

/* Sets or replaces an attribute or an option; a line break in the value becomes a blank. */
int profile_set_attr(struct profile *p, const char *key, const char *fmt, ...)
	__attribute__((format(printf, 3, 4)));
int profile_set_option(struct profile *p, const char *key, const char *fmt, ...)
	__attribute__((format(printf, 3, 4)));
const char *profile_attr(const struct profile *p, const char *key); /* NULL: not set */

/* The file of that name, made if there is none; a made one gets the other properties. */
struct profile_file *profile_file(struct profile *p, const char *name, uint32_t eval_fid,
				  uint32_t eval_line, uint32_t flags);
struct profile_file *profile_find_fid(const struct profile *p, uint32_t fid); /* NULL: none */

/* Takes over a copy of the text. */
int profile_set_source(struct profile_file *file, const char *text, size_t len);

/* The text itself, which must live longer than the profile and is not changed. */
void profile_share_source(struct profile_file *file, const char *text, size_t len);
void profile_drop_source(struct profile_file *file);

/* Adds executions and time to a line; -ERANGE for a line that the format has no room for. */
int profile_add_line(struct profile_file *file, uint32_t line, uint64_t cnt, int64_t ns);

/* The same for a statement whose block and sub are known; they are kept as well. */
int profile_add_block(struct profile_file *file, const struct block_id *id, uint64_t cnt,
		      int64_t ns);

/* What was added to a line; zeros: nothing. */
struct profile_line profile_line(const struct profile_file *file, uint32_t line);

/* The first line from that one on that has executions or time; LINE_NONE. */
uint32_t profile_next_line(const struct profile_file *file, uint32_t line);

/* The sub of that name, made if there is none. */
struct profile_sub *profile_sub(struct profile *p, const char *name);

int profile_add_call(struct profile *p, const struct call_id *id, const struct profile_counts *add);

/* Calls, and the subs that are known by them alone. */
void profile_drop_calls(struct profile *p);

/* Sums end at what their type holds: who wrote the numbers may have meant harm. */
void profile_counts_add(struct profile_counts *sum, const struct profile_counts *add);

void profile_totals(const struct profile *p, struct profile_totals *totals);

#endif
