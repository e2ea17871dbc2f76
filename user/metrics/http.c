// SPDX-License-Identifier: GPL-2.0-or-later
#include "metrics/http.h"

#include <string.h>

enum MHD_Result http_refuse(struct MHD_Connection *connection, unsigned status, const char *why)
{
	struct MHD_Response *response =
		MHD_create_response_from_buffer(strlen(why), (void *)why, MHD_RESPMEM_PERSISTENT);
	enum MHD_Result rc;

	if (!response)
		return MHD_NO;
	MHD_add_response_header(response, "Content-Type", "text/plain; charset=utf-8");
	if (status == MHD_HTTP_METHOD_NOT_ALLOWED)
		MHD_add_response_header(response, "Allow", "GET, HEAD");
	rc = MHD_queue_response(connection, status, response);
	MHD_destroy_response(response);
	return rc;
}
