/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The environment of whoever called sudo, of which sudo passes on but little: PATH is secure_path, even with -E, and perl's
 * variables are left out (sudo 1.9, plugins/sudoers/env.c: rebuild_env, and initial_badenv_table for -E).  A command may
 * so run another perl, or find other modules, than it does without sudo.
 */
#ifndef NYTPROF_CALLER_H
#define NYTPROF_CALLER_H

#include <stdbool.h>
#include <stddef.h>

struct creds;
struct error;
struct invoker;

/* Says in one line what the command gets that is not the caller's, and how to pass it.  Nothing without sudo. */
void caller_warn(const struct invoker *who, char *const argv[]);

/* The command is not on our PATH.  Is it on the caller's?  Then err says so. */
void caller_explain_missing(const struct invoker *who, const char *name, struct error *err);

/* ------------------------------------------------------------------- what these consist of */

/* NAME=VALUE in an environment as /proc/PID/environ has it, a NUL behind each; NULL: it is not set. */
const char *caller_getenv(const char *env, size_t size, const char *name);

/*
 * What argv gets that is not the caller's, as text; false: nothing.  rights: the caller's, with which files are looked
 * for on the caller's PATH; NULL: ours.
 */
bool caller_differs(const char *env, size_t size, const struct creds *rights, char *const argv[],
		    struct error *text);

#endif
