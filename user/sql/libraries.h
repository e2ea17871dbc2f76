/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * --sql: finds the libraries of databases and has them probed. Those in the usual directories are
 * probed before a program loads them. Others, as those of a container or of a driver that has its
 * own copy, are probed when a process has mapped them: it may have executed statements before.
 * Workers look at them in the background (target/process_looks.h): who blocks his worker holds
 * nobody else up.
 */
#ifndef NYTPROF_SQL_LIBRARIES_H
#define NYTPROF_SQL_LIBRARIES_H

#include <stdint.h>

struct error;
struct probes;
struct sql_libraries;

/*
 * Probes what there is. probes has a perl, and outlives it. What can't be probed is said, and left
 * out. What is loaded now is waited for, but not for long. NULL with errno and err set: out of memory.
 */
struct sql_libraries *sql_libraries_new(struct probes *probes, struct error *err);
void sql_libraries_free(struct sql_libraries *l);

/* Readable: some process has mapped a file, and sql_libraries_look() is to be called. -1: never. */
int sql_libraries_fd(const struct sql_libraries *l);
void sql_libraries_look(struct sql_libraries *l);

/* Readable: sql_libraries_take() is due; it probes what was looked at. */
int sql_libraries_looks_fd(const struct sql_libraries *l);
void sql_libraries_take(struct sql_libraries *l);

/* A tick of the loop: the same, as a worker may hang. l: of sql_libraries_new(). */
int sql_libraries_tick(void *l, uint64_t now_ns, struct error *err);

#endif
