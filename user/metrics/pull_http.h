/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The pages that collectors of profiles read: /debug/pprof/profile?seconds=N[&unit=PATTERN] and
 * /debug/pprof/delta. All in the thread of libmicrohttpd, which answers others while one waits.
 */
#ifndef NYTPROF_PULL_HTTP_H
#define NYTPROF_PULL_HTTP_H

#include <microhttpd.h>
#include <stdbool.h>

struct pulls;

bool pull_http_is(const char *url); /* one of those pages */

/* As MHD_AccessHandlerCallback. */
enum MHD_Result pull_http_answer(struct pulls *pulls, struct MHD_Connection *connection,
				 const char *url, void **context);

/* As MHD_RequestCompletedCallback; arg: the pulls. */
void pull_http_end(void *arg, struct MHD_Connection *connection, void **context,
		   enum MHD_RequestTerminationCode how);

#endif
