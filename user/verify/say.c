// SPDX-License-Identifier: GPL-2.0-or-later
#include <stdarg.h>

#include "verify/verify.h"

void verify_say(struct verify *v, const char *fmt, ...)
{
	va_list ap;

	if (v->faults++ >= VERIFY_SHOWN)
		return;
	fprintf(v->out, "%s: ", v->name);
	va_start(ap, fmt);
	vfprintf(v->out, fmt, ap);
	va_end(ap);
	putc('\n', v->out);
}
