/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The commands: each returns the exit status (docs: 0 done, 1 failed, 2 usage, 3 nothing to
 * record, 4 recorded with losses) and prints its own errors.
 */
#ifndef NYTPROF_COMMAND_H
#define NYTPROF_COMMAND_H

struct options;

int run_record(struct options *options);
int run_report(const struct options *options);
int run_list(const struct options *options);
int run_ctl(const struct options *options);
int run_diff(const struct options *options);
int run_doctor(const struct options *options);
int run_dump(const struct options *options);
int run_export(const struct options *options);
int run_merge(const struct options *options);
int run_top(struct options *options);
int run_watch(const struct options *options); /* top --service */
int run_verify(const struct options *options);

#endif
