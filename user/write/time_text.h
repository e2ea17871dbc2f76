/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Times as people read them. */
#ifndef NYTPROF_TIME_TEXT_H
#define NYTPROF_TIME_TEXT_H

#include <stdint.h>

#define TIME_TEXT 16u

/* "12.3s", "4.56ms", "789us": three digits that matter. Returns text. */
const char *time_text(int64_t ns, char text[TIME_TEXT]);

#endif
