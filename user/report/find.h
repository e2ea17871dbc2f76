/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Only for user/report: the file or sub that somebody means, and places in short. */
#ifndef NYTPROF_REPORT_FIND_H
#define NYTPROF_REPORT_FIND_H

#include <stdint.h>

struct error;
struct profile;
struct profile_file;
struct profile_sub;

/*
 * By its name; by the last components of it ("Stack.pm", "lib/Stack.pm"); by the package that it is
 * named after ("My::Stack"). NULL with err set (-ENOENT): there is none, or more than one.
 */
const struct profile_file *find_file(const struct profile *p, const char *name, struct error *err);

/* Lines of a file. */
struct file_lines {
	const struct profile_file *file;
	uint32_t first, last; /* 0: all of them */
};

/*
 * The same, also with lines behind its name: "Stack.pm:20-40", or those around one, "Stack.pm:27".
 * .file NULL with err set.
 */
struct file_lines find_lines(const struct profile *p, const char *name, struct error *err);

/* By its name, or by the last words of it ("push", "Stack::push"). NULL with err set. */
const struct profile_sub *find_sub(const struct profile *p, const char *name, struct error *err);

#define PLACE_TEXT 256u

/* "line 7" of the file with this number, or "Stack.pm:7" elsewhere. */
const char *place_text(const struct profile *p, uint32_t fid, uint32_t line, uint32_t here,
		       char text[PLACE_TEXT]);

#endif
