/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Only for user/report: a line's place and its text, behind the cells of a row. */
#ifndef NYTPROF_REPORT_EXCERPT_H
#define NYTPROF_REPORT_EXCERPT_H

#include <stdint.h>

#include "report/report_parts.h"

/*
 * Writes "FILE:LINE" and the text of the line, without what is blank around it, and ends the row.
 * room: columns that are left.
 */
void put_line_place(const struct report *r, const struct profile_file *file, uint32_t line,
		    unsigned room);

#endif
