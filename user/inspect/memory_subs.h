/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The subs that were found in a process's memory when it was met: nobody has seen them defined.
 * A plain list, shared by the profiles of a process, and known to the processes that it forks.
 */
#ifndef NYTPROF_MEMORY_SUBS_H
#define NYTPROF_MEMORY_SUBS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define FOUND_MAX	  (1u << 18) /* subs of a process */
#define FOUND_GENERATIONS 128u /* of forks; what was found in a process before that is not known */

struct memory_subs;

struct found_sub {
	/* Texts are of memory_subs_text(), which lives as long as the list. */
	const char *pkg; /* UTF-8; NULL: none */
	const char *name; /* UTF-8 */
	const char *file; /* as perl has it; NULL: a string eval */
	uint32_t line; /* first and last, of its statements where its compilation was not seen */
	uint32_t last;
	uint32_t flags; /* SUB_ANON, SUB_LEXICAL, SUB_STMTS */
	uint32_t eval; /* of a string eval: its number, */
	uint32_t interp; /* the interpreter that counts them; else 0, */
	uint32_t eval_file; /* and what evals_find() said when that ended; EVAL_NO_FILE: nothing yet */
};

/* parent: that of the process which forked this one, else NULL; it lives as long.  NULL: no memory. */
struct memory_subs *memory_subs_new(struct memory_subs *parent);
struct memory_subs *memory_subs_share(struct memory_subs *f); /* one more that is to free it */
void memory_subs_free(struct memory_subs *f);

/*
 * What is put into f and is in the model, too, is kept only there: the processes that one has forked have nearly all in
 * common, and what they have defined since is each one's own.  Before anything is put into f; false: it can't be.  The model lives as long.
 */
bool memory_subs_take_model(struct memory_subs *f, struct memory_subs *model);
bool memory_subs_has_model(const struct memory_subs *f);
bool memory_subs_is_shared(const struct memory_subs *f); /* by anybody but the caller */

const char *memory_subs_text(struct memory_subs *f, const char *text); /* NULL: no memory */

/* One that is there already stays alone.  -ENOMEM, -ENOSPC: there are FOUND_MAX. */
int memory_subs_add(struct memory_subs *f, const struct found_sub *sub);

/* From the first one on, in the order in which they were found; NULL: no more. */
struct found_sub *memory_subs_next(struct memory_subs *f, const struct found_sub *sub);

/* The same, only those in string evals. */
struct found_sub *memory_subs_next_of_eval(struct memory_subs *f, const struct found_sub *sub);

struct memory_subs *memory_subs_parent(const struct memory_subs *f);

/* How much of a limit was not spent on looking, in ns. */
void memory_subs_add_time(struct memory_subs *f, uint64_t ns);
uint64_t memory_subs_time_left(const struct memory_subs *f, uint64_t limit_ns);

/* Somebody is still to look; has looked, or will not. */
void memory_subs_wait(struct memory_subs *f);
void memory_subs_end_wait(struct memory_subs *f);

/* Some are missing, or may be, or nobody has looked yet; also in what a process has from those that forked it. */
void memory_subs_set_incomplete(struct memory_subs *f);
bool memory_subs_is_incomplete(const struct memory_subs *f);

#endif
