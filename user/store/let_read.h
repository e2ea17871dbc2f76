/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Lets a group read a profile: --group. */
#ifndef NYTPROF_LET_READ_H
#define NYTPROF_LET_READ_H

struct outfile;
struct reader;
struct readers;

/*
 * The first rule that fits a process. cgroup: the path of its control group; NULL: none is known. Units
 * of users' own service managers fit no rule that names a unit. NULL: no rule fits.
 */
const struct reader *let_read_rule(const struct readers *readers, const char *cgroup);

/*
 * Lets the group of the first fitting rule read the file, before it is committed. What can't be done is
 * printed, and the file stays its owner's. cgroup: as in let_read_rule().
 */
void let_read(struct outfile *out, const struct readers *readers, const char *cgroup);

#endif
