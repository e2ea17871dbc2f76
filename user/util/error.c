// SPDX-License-Identifier: GPL-2.0-or-later
/* One line of explanation that travels up to where it is printed. */
#include "error.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "util/plain.h"

int error_set(struct error *err, int code, const char *fmt, ...)
{
	va_list ap;

	va_start(ap, fmt);
	vsnprintf(err->text, sizeof(err->text), fmt, ap);
	va_end(ap);
	plain_text(err->text, strlen(err->text)); /* names in it may come from a target */
	return -code;
}
