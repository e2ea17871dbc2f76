/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Why something failed, in one line for the user. Modules fill it in and return a negative errno;
 * user/command prints it.
 */
#ifndef NYTPROF_ERROR_H
#define NYTPROF_ERROR_H

struct error {
	char text[1024];
};

/*
 * Sets the text and returns -code. The text names the thing, the cause and the next step. It has no
 * full stop and no line break. For EMFILE and EFBIG this adds the limit.
 */
__attribute__((format(printf, 3, 4))) int error_set(struct error *err, int code, const char *fmt,
						    ...);

#endif
