// SPDX-License-Identifier: GPL-2.0-or-later
/* One line of explanation that travels up to where it is printed. */
#include "error.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <sys/resource.h>

#include "text/plain.h"

/* What a limit is, where one was met: strerror() does not say it. */
static void add_limit(struct error *err, int code)
{
	const struct {
		int code, resource;
		const char *option;
	} limits[] = { { EMFILE, RLIMIT_NOFILE, "-n" }, { EFBIG, RLIMIT_FSIZE, "-f" } };
	size_t i, len = strlen(err->text);
	struct rlimit limit;

	for (i = 0; i < sizeof(limits) / sizeof(limits[0]); i++) {
		if (limits[i].code == code && !getrlimit((unsigned)limits[i].resource, &limit) &&
		    limit.rlim_cur != RLIM_INFINITY)
			snprintf(err->text + len, sizeof(err->text) - len,
				 " (ulimit %s: it is %llu%s)", limits[i].option,
				 (unsigned long long)limit.rlim_cur, code == EFBIG ? " bytes" : "");
	}
}

int error_set(struct error *err, int code, const char *fmt, ...)
{
	va_list ap;

	va_start(ap, fmt);
	vsnprintf(err->text, sizeof(err->text), fmt, ap);
	va_end(ap);
	add_limit(err, code);
	plain_text(err->text, strlen(err->text)); /* names in it may come from a target */
	return -code;
}
