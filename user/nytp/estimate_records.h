/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Estimates (profile/estimates.h), in comments, with tabs between the fields:
 *
 *     # agent_estimate=WINDOWS NS DOUBT         of the program in all
 *     # agent_estimate_file=NAME                the file of the lines that follow
 *     # agent_estimate_line=LINE NUMBERS
 *     # agent_estimate_sub=0 NUMBERS NAME
 *
 * NUMBERS are CNT ERROR EXCL ERROR INCL ERROR: totals of the whole program with their errors. A line has
 * no inclusive time. Times are in ns;
 * an error of 0.1 is a tenth. DOUBT is that part of the windows' time that may not be the program's own.
 */
#ifndef NYTPROF_ESTIMATE_RECORDS_H
#define NYTPROF_ESTIMATE_RECORDS_H

#include "nytp/remark_rows.h"

struct profile;
struct sink;

void estimate_records_put(struct sink *s, const struct profile *p);

extern const struct remark_table estimate_records_table;

#endif
