/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The environment of the caller of sudo, of which sudo passes on little. PATH becomes secure_path,
 * even with -E, and perl's variables are dropped (sudo 1.9, plugins/sudoers/env.c: rebuild_env, and
 * initial_badenv_table for -E). So a command may run another perl, or find other modules, than
 * without sudo.
 */
#ifndef NYTPROF_CALLER_H
#define NYTPROF_CALLER_H

#include <stdbool.h>
#include <stddef.h>

struct creds;
struct error;
struct invoker;

/*
 * Warns in one line about differences between the environments of the command and of the caller,
 * and how to pass the caller's. Does nothing without sudo.
 */
void caller_warn(const struct invoker *who, char *const argv[]);

/* The command is not on the agent's PATH. If it is on the caller's, sets err to say so. */
void caller_explain_missing(const struct invoker *who, const char *name, struct error *err);

/* ------------------------------------------------------------------- what these consist of */

/*
 * The value of NAME in an environment in the format of /proc/PID/environ: NAME=VALUE, each with a
 * NUL behind it. NULL: not set.
 */
const char *caller_getenv(const char *env, size_t size, const char *name);

/*
 * Sets text to the differences that matter to argv; false: there are none. rights: the caller's,
 * used to look for files on the caller's PATH; NULL: the agent's own.
 */
bool caller_differs(const char *env, size_t size, const struct creds *rights, char *const argv[],
		    struct error *text);

#endif
