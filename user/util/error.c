// SPDX-License-Identifier: GPL-2.0-or-later
/* One line of explanation that travels up to where it is printed. */
#include "error.h"

#include <stdarg.h>
#include <stdio.h>

int error_set(struct error *err, int code, const char *fmt, ...)
{
	va_list ap;
	char *p;

	va_start(ap, fmt);
	vsnprintf(err->text, sizeof(err->text), fmt, ap);
	va_end(ap);
	/* Names in it may come from a target: one line, and nothing that drives a terminal. */
	for (p = err->text; *p; p++) {
		if ((unsigned char)*p < ' ' || *p == 0x7f)
			*p = '?';
	}
	return -code;
}
