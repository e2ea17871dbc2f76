/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Answers that several pages have. */
#ifndef NYTPROF_HTTP_H
#define NYTPROF_HTTP_H

#include <microhttpd.h>

/* why: one line, which must stay. */
enum MHD_Result http_refuse(struct MHD_Connection *connection, unsigned status, const char *why);

#endif
