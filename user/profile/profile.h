/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The model of a profile: files, lines, subs and calls of one process. drain/ fills it, nytp/ reads
 * and writes it, and write/ prints it. It is plain data, without BPF.
 *
 * The words are NYTProf's: fid (1..N), eval_fid, incl, excl, reci, rec_depth. Times are in ns.
 */
#ifndef NYTPROF_PROFILE_H
#define NYTPROF_PROFILE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <uthash.h>

#include "profile/call_tree.h"
#include "profile/estimates.h"
#include "profile/kevents.h"
#include "profile/sql.h"
#include "profile/wait_table.h"

struct profile_line {
	uint64_t cnt; /* executions */
	int64_t ns; /* exclusive; noise of the clock can make it slightly negative */
	int64_t wait_ns; /* of that: off the processor; 0 if that was not recorded */
};

/*
 * The lines from nr * PAGE_LINES on. A #line directive may give any number, so a file has only the
 * pages with executed lines.
 */
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
#define FILE_IS_PMC   0x001u /* its source is the .pmc file beside it, which perl loads */
#define FILE_VIA_STMT 0x002u
#define FILE_VIA_SUB  0x004u
#define FILE_HAS_SRC  0x010u
#define FILE_SAVE_SRC 0x020u
#define FILE_FAKE     0x080u
#define FILE_IS_EVAL  0x100u /* its source is not in a file: -e, - */

struct profile_file {
	uint32_t fid;
	char *name; /* absolute; of a string eval "(eval N)[file:line]" */
	uint32_t eval_fid; /* of a string eval: where it was executed; else 0 */
	uint32_t eval_line;
	uint32_t alias_of; /* fid of the file to write it as, which is no alias; 0: none */
	uint32_t flags;
	struct profile_page *pages; /* by number */
	uint32_t page_cnt;
	struct profile_block *blocks; /* hash; repeats the counts of the lines, or is empty */
	char *source; /* NULL: none */
	size_t source_len;
	size_t source_room; /* allocated bytes, while it grows; else 0 */
	bool source_doubtful; /* it may not be the text that ran */
	bool source_shared; /* somebody else frees it */
	UT_hash_handle hh;
};

#define LINE_MAX_NR 65535u /* the limit of NYTProf's readers */
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
	bool defined; /* its definition was seen, and gave its lines */
	bool by_stmts; /* .first and .last are those of its statements, */
	bool by_braces; /* or of its braces; both if two subs have this name */
	uint32_t fid; /* where it is defined; 0: unknown or an xsub */
	uint32_t first;
	uint32_t last;
	int64_t wait_incl_ns; /* off the processor, without the recursive calls */
	int64_t wait_excl_ns;
	struct sub_place given; /* code called by this name, but compiled under another */
	UT_hash_handle hh;
};

struct profile_counts {
	uint64_t cnt;
	int64_t incl_ns; /* without the recursive calls */
	int64_t excl_ns;
	int64_t reci_ns; /* inclusive time of the recursive calls */
	uint32_t rec_depth; /* 0: no call was recursive */
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

/* Attributes: in so many samples the processor was in the code of what the key goes on with. */
#define PROFILE_TICKS_IN "agent_ticks_in_"

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
	bool source_cut; /* some source was too large to be kept */

	struct profile_file **files; /* fid - 1 */
	size_t file_cnt;
	uint32_t main_fid; /* the program's; 0: unknown */
	struct profile_sub **subs; /* id */
	size_t sub_cnt;
	struct profile_call *calls; /* hash, in the order of insertion */
	struct call_tree call_tree;
	struct profile_waits waits;
	struct profile_sqls sqls;
	struct estimates *estimates; /* NULL: nothing is estimated */
	struct profile_kevents kevents;

	struct profile_file *files_by_name;
	struct profile_sub *subs_by_name;
};

struct profile_totals {
	uint64_t stmts; /* executed */
	uint64_t lines; /* with an executed statement */
	uint64_t sub_calls;
	uint64_t subs; /* that were called */
	int64_t stmt_ns;
	int64_t below_ns; /* the part of it that is below 0; the output shows 0 */
};

struct profile *profile_new(void); /* NULL with ENOMEM, as of all below that return a pointer */
void profile_free(struct profile *p);

/* Sets or replaces an attribute or option. A line break in the value becomes a blank. */
int profile_set_attr(struct profile *p, const char *key, const char *fmt, ...)
	__attribute__((format(printf, 3, 4)));
int profile_set_option(struct profile *p, const char *key, const char *fmt, ...)
	__attribute__((format(printf, 3, 4)));
const char *profile_attr(const struct profile *p, const char *key); /* NULL: not set */

/* The file of that name. If there is none, makes one with the other properties. */
struct profile_file *profile_file(struct profile *p, const char *name, uint32_t eval_fid,
				  uint32_t eval_line, uint32_t flags);
struct profile_file *profile_find_fid(const struct profile *p, uint32_t fid); /* NULL: none */
const struct profile_file *profile_find_file(const struct profile *p,
					     const char *name); /* likewise */

/* Copies the text. -ENOMEM. */
int profile_set_source(struct profile_file *file, const char *text, size_t len);

/* Uses the text itself. It must outlive the profile, and is not changed. */
void profile_share_source(struct profile_file *file, const char *text, size_t len);
void profile_drop_source(struct profile_file *file);

/* Adds executions and time to a line. -ERANGE: the format has no room for such a line. */
int profile_add_line(struct profile_file *file, uint32_t line, uint64_t cnt, int64_t ns);

/*
 * The counts of a line up to LINE_MAX_NR, to be changed. They stay where they are, and so do those
 * of its whole page. NULL: out of memory.
 */
struct profile_line *profile_line_slot(struct profile_file *file, uint32_t line);

/* Adds waiting to a line. -ERANGE, -ENOMEM. */
int profile_add_line_wait(struct profile_file *file, uint32_t line, int64_t ns);

/* The same for a statement whose block and sub are known. Keeps these, too. */
int profile_add_block(struct profile_file *file, const struct block_id *id, uint64_t cnt,
		      int64_t ns);

/* The counts of a line; zeros: it has none. */
struct profile_line profile_line(const struct profile_file *file, uint32_t line);

/*
 * The first line, beginning with this one, that has executions or time; LINE_NONE: there is none.
 */
uint32_t profile_next_line(const struct profile_file *file, uint32_t line);

/* The sub of that name. Makes it if there is none. */
struct profile_sub *profile_sub(struct profile *p, const char *name);

int profile_add_call(struct profile *p, const struct call_id *id, const struct profile_counts *add);

/* Removes all calls, and the subs that are known only from calls. */
void profile_drop_calls(struct profile *p);

/* Adds counts. A sum saturates at the limit of its type, since a file may contain any numbers. */
void profile_counts_add(struct profile_counts *sum, const struct profile_counts *add);

void profile_totals(const struct profile *p, struct profile_totals *totals);

#endif
