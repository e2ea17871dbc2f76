/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Only for user/report: the parts of a report. All return -ENOMEM or 0. */
#ifndef NYTPROF_REPORT_PARTS_H
#define NYTPROF_REPORT_PARTS_H

#include <stdint.h>
#include <stdio.h>

#include "figures/probe_errors.h"
#include "figures/run_totals.h"
#include "profile/profile.h"
#include "report/report.h"

struct report {
	struct profile *p;
	const struct report_options *o;
	FILE *out;
	struct profile_totals totals;
	struct profile_counts *subs; /* sums by sub id */
	bool *idle; /* by sub id: it waits for events */
	bool sampled; /* counts are samples, and times estimates */
	bool waits; /* the profile has waits */
	struct probe_errors errors;
	int64_t idle_ns; /* of the subs that are left out */
	int64_t whole_ns; /* what percentages are of: all time but that */
	struct run_totals run; /* of a profile of windows, */
	int64_t run_ns; /* and the whole of them; else that of the profile */
};

int report_head(const struct report *r);
int report_subs(const struct report *r);
int report_files(const struct report *r);
int report_lines(const struct report *r);

/* -ENOENT with err set, too. */
int report_sub_page(const struct report *r, struct error *err);
int report_events_page(const struct report *r, struct error *err);
int report_leaks_page(const struct report *r, struct error *err);
int report_requests_page(const struct report *r, struct error *err);
int report_source_page(const struct report *r, struct error *err);

bool report_matches(const struct report *r, const char *name);

/* "12 more": behind a table that had more rows. */
void report_more(const struct report *r, size_t cnt);

#endif
