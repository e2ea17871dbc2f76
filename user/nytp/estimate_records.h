/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Errors of estimates (profile/estimates.h), in comments, with tabs between the fields:
 *
 *     # agent_estimate=WINDOWS NS               of the program in all
 *     # agent_estimate_file=NAME                the file of the lines that follow
 *     # agent_estimate_line=LINE CNT NS         errors of a line: 0.1 is a tenth
 *     # agent_estimate_sub=CNT EXCL INCL NAME
 */
#ifndef NYTPROF_ESTIMATE_RECORDS_H
#define NYTPROF_ESTIMATE_RECORDS_H

#include "nytp/remark_rows.h"

struct profile;
struct sink;

void estimate_records_put(struct sink *s, const struct profile *p);

extern const struct remark_table estimate_records_table;

#endif
