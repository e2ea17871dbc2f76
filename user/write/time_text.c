// SPDX-License-Identifier: GPL-2.0-or-later
#include "write/time_text.h"

#include <stdio.h>

const char *time_text(int64_t ns, char text[TIME_TEXT])
{
	double t = ns > 0 ? (double)ns : 0;

	if (t >= 1e9)
		snprintf(text, TIME_TEXT, "%.*fs", t >= 1e11 ? 0 : t >= 1e10 ? 1 : 2, t / 1e9);
	else if (t >= 1e6)
		snprintf(text, TIME_TEXT, "%.*fms", t >= 1e8 ? 0 : t >= 1e7 ? 1 : 2, t / 1e6);
	else
		snprintf(text, TIME_TEXT, "%.*fus", t >= 1e5 ? 0 : t >= 1e4 ? 1 : 2, t / 1e3);
	return text;
}
