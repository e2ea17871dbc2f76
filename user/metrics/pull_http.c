// SPDX-License-Identifier: GPL-2.0-or-later
#include "metrics/pull_http.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "metrics/http.h"
#include "metrics/pulls.h"

#define PAGE_SPAN	"/debug/pprof/profile"
#define PAGE_DELTA	"/debug/pprof/delta"

#define SECONDS_DEFAULT 30
#define SECONDS_MAX	600

bool pull_http_is(const char *url)
{
	return !strcmp(url, PAGE_SPAN) || !strcmp(url, PAGE_DELTA);
}

/* A number from 1 to SECONDS_MAX; 0: it is none. */
static unsigned parse_seconds(const char *text)
{
	size_t len = text ? strspn(text, "0123456789") : 0;
	unsigned long seconds;

	if (!text)
		return SECONDS_DEFAULT;
	seconds = len && len < 5 && !text[len] ? strtoul(text, NULL, 10) : 0;
	return seconds <= SECONDS_MAX ? (unsigned)seconds : 0;
}

static void resume(void *arg)
{
	MHD_resume_connection(arg);
}

/* It is suspended before anybody can answer. */
static enum MHD_Result ask(struct pulls *pulls, struct MHD_Connection *connection, const char *url,
			   void **context)
{
	struct pull_request request = { .kind = strcmp(url, PAGE_DELTA) ? PULL_SPAN : PULL_DELTA };
	const char *unit = MHD_lookup_connection_value(connection, MHD_GET_ARGUMENT_KIND, "unit");
	int place;

	if (unit && (request.kind == PULL_DELTA || strlen(unit) > UNIT_NAME_MAX))
		return http_refuse(
			connection, MHD_HTTP_BAD_REQUEST,
			"unit belongs to /debug/pprof/profile, and has 255 characters at "
			"most.\n");
	snprintf(request.unit, sizeof(request.unit), "%s", unit ? unit : "");
	request.seconds = parse_seconds(
		MHD_lookup_connection_value(connection, MHD_GET_ARGUMENT_KIND, "seconds"));
	if (!request.seconds)
		return http_refuse(connection, MHD_HTTP_BAD_REQUEST,
				   "seconds must be a number from 1 to 600.\n");
	place = pulls_take(pulls);
	if (place < 0)
		return http_refuse(
			connection, MHD_HTTP_SERVICE_UNAVAILABLE,
			"8 clients wait for profiles already, or the recording ends. Try "
			"again later.\n");
	*context = (void *)(intptr_t)(place + 1);
	MHD_suspend_connection(connection);
	pulls_ask(pulls, place, &request, resume, connection);
	return MHD_YES;
}

static enum MHD_Result give(struct pulls *pulls, struct MHD_Connection *connection, int place)
{
	struct MHD_Response *response;
	enum MHD_Result rc;
	size_t len;
	char *bytes = pulls_answer(pulls, place, &len);

	if (!bytes)
		return http_refuse(connection, MHD_HTTP_SERVICE_UNAVAILABLE,
				   "There is no profile: the recording has ended, or see its "
				   "messages.\n");
	response = MHD_create_response_from_buffer(len, bytes, MHD_RESPMEM_MUST_FREE);
	if (!response) {
		free(bytes);
		return MHD_NO;
	}
	MHD_add_response_header(response, "Content-Type", "application/octet-stream");
	MHD_add_response_header(response, "Content-Disposition",
				"attachment; filename=\"profile.pb.gz\"");
	rc = MHD_queue_response(connection, MHD_HTTP_OK, response);
	MHD_destroy_response(response);
	return rc;
}

enum MHD_Result pull_http_answer(struct pulls *pulls, struct MHD_Connection *connection,
				 const char *url, void **context)
{
	if (*context)
		return give(pulls, connection, (int)(intptr_t)*context - 1);
	return ask(pulls, connection, url, context);
}

void pull_http_end(void *arg, struct MHD_Connection *connection, void **context,
		   enum MHD_RequestTerminationCode how)
{
	(void)connection;
	(void)how;
	if (*context)
		pulls_leave(arg, (int)(intptr_t)*context - 1);
	*context = NULL;
}
