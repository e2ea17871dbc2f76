/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The subs that were found in a process's memory when the process was first seen. Their definitions
 * were not recorded. The profiles of a process share this list, and the processes that it forks
 * know it.
 */
#ifndef NYTPROF_MEMORY_SUBS_H
#define NYTPROF_MEMORY_SUBS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define FOUND_MAX	  (1u << 18) /* subs of a process */
#define FOUND_GENERATIONS 128u /* generations of forks; older ancestors' subs are not known */

struct memory_subs;

struct found_sub {
	/* The texts are from memory_subs_text() and live as long as the list. */
	const char *pkg; /* UTF-8; NULL: none */
	const char *name; /* UTF-8 */
	const char *file; /* as perl knows it; NULL: a string eval */
	uint32_t line; /* first and last, of its statements where its compilation was not seen */
	uint32_t last;
	uint32_t flags; /* SUB_ANON, SUB_LEXICAL, SUB_STMTS */
	uint32_t eval; /* the number of its string eval; 0: it is in a file */
	uint32_t interp; /* the interpreter that numbered the eval; else 0 */
	/* result of evals_find() when that interpreter ended; EVAL_NO_FILE: not yet known */
	uint32_t eval_file;
};

/*
 * parent: the list of the process that forked this one, or NULL; it is kept alive. NULL: out of
 * memory.
 */
struct memory_subs *memory_subs_new(struct memory_subs *parent);
struct memory_subs *memory_subs_share(struct memory_subs *f); /* adds an owner, who frees it */
void memory_subs_free(struct memory_subs *f);

/*
 * Makes f refer to the model for subs that both have, to save memory: processes that one process
 * forked have most subs in common. Call it before anything is added to f. f keeps the model alive.
 * false: not possible.
 */
bool memory_subs_take_model(struct memory_subs *f, struct memory_subs *model);
bool memory_subs_has_model(const struct memory_subs *f);
bool memory_subs_is_shared(const struct memory_subs *f); /* is there an owner besides the caller? */

/* a copy that lives as long as the list; NULL: out of memory */
const char *memory_subs_text(struct memory_subs *f, const char *text);

/* Adds a sub, unless it is already there. -ENOMEM. -ENOSPC: there are FOUND_MAX. */
int memory_subs_add(struct memory_subs *f, const struct found_sub *sub);

/*
 * The sub after this one, in the order in which they were found. sub NULL: the first. NULL: no
 * more.
 */
struct found_sub *memory_subs_next(struct memory_subs *f, const struct found_sub *sub);

/* The same, for subs in string evals only. */
struct found_sub *memory_subs_next_of_eval(struct memory_subs *f, const struct found_sub *sub);

struct memory_subs *memory_subs_parent(const struct memory_subs *f);

/* The time spent on walks, and how much of a limit is left, in ns. */
void memory_subs_add_time(struct memory_subs *f, uint64_t ns);
uint64_t memory_subs_time_left(const struct memory_subs *f, uint64_t limit_ns);

/* A walk is still to come; it is over, or will not come. */
void memory_subs_wait(struct memory_subs *f);
void memory_subs_end_wait(struct memory_subs *f);

/*
 * Subs are or may be missing, or no walk was made yet; here or in the lists of the processes that
 * forked this one.
 */
void memory_subs_set_incomplete(struct memory_subs *f);
bool memory_subs_is_incomplete(const struct memory_subs *f);

#endif
