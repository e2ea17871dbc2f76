/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Why something failed, in one line for the user.  Modules fill it in and return a
 * negative errno; run/ prints it.
 */
#ifndef NYTPROF_ERROR_H
#define NYTPROF_ERROR_H

struct error {
	char text[1024];
};

/*
 * Sets the text and returns -code.  The text names the thing, the cause and the next
 * step, without a full stop and without a line break.  Of EMFILE and EFBIG it adds what the limit is.
 */
__attribute__((format(printf, 3, 4))) int error_set(struct error *err, int code, const char *fmt,
						    ...);

#endif
