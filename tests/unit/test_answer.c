// SPDX-License-Identifier: GPL-2.0-or-later
#include "push/answer.h"

#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

#include "receivers.pb-c.h"

static char why[300];

static enum answer judge(long code, const char *type, const char *text)
{
	const struct http_answer a = {
		.code = code, .type = type, .text = text, .len = text ? strlen(text) : 0
	};

	return answer_judge(&a, PUSH_PYROSCOPE, why, sizeof(why));
}

Test(answer, codes)
{
	cr_expect_eq(judge(200, "application/proto", NULL), ANSWER_TAKEN);
	cr_expect_eq(judge(204, NULL, NULL), ANSWER_TAKEN);
	cr_expect_eq(judge(200, "text/html; charset=utf-8", "<html>"), ANSWER_MISTAKEN);
	cr_expect_eq(judge(301, NULL, NULL), ANSWER_MISTAKEN);
	cr_expect_eq(judge(400, NULL, NULL), ANSWER_REFUSED);
	cr_expect_eq(judge(401, NULL, NULL), ANSWER_MISTAKEN);
	cr_expect_eq(judge(403, NULL, NULL), ANSWER_MISTAKEN);
	cr_expect_eq(judge(404, NULL, NULL), ANSWER_MISTAKEN);
	cr_expect_eq(judge(413, NULL, NULL), ANSWER_REFUSED);
	cr_expect_eq(judge(422, NULL, NULL), ANSWER_REFUSED);
	cr_expect_eq(judge(429, NULL, NULL), ANSWER_LATER);
	cr_expect_eq(judge(500, NULL, NULL), ANSWER_LATER);
	cr_expect_eq(judge(503, NULL, NULL), ANSWER_LATER);
}

Test(answer, what_it_says_is_shown_on_one_line)
{
	judge(400, "text/plain", "too\nlong \x1b[31m");
	cr_expect_str_eq(why, "it answers 400: too?long ?[31m");
	judge(400, NULL, NULL);
	cr_expect_str_eq(why, "it answers 400");
}

Test(answer, what_we_are_known_by_is_not_shown)
{
	judge(400, "text/plain", "POST / HTTP/1.1\nAUTHORIZATION: secret");
	cr_expect_str_eq(why, "it answers 400");
	judge(400, "text/plain", "you said: bearer secret");
	cr_expect_str_eq(why, "it answers 400");
}

Test(answer, otlp_says_what_it_has_rejected)
{
	Receivers__ExportResponse r = RECEIVERS__EXPORT_RESPONSE__INIT;
	Receivers__PartialSuccess partial = RECEIVERS__PARTIAL_SUCCESS__INIT;
	char message[] = "too many";
	uint8_t bytes[100];
	struct http_answer a = { .code = 200, .text = (const char *)bytes };

	r.partial_success = &partial;
	a.len = receivers__export_response__pack(&r, bytes);
	cr_expect_eq(answer_judge(&a, PUSH_OTLP, why, sizeof(why)), ANSWER_TAKEN);
	partial.rejected_profiles = 1;
	partial.error_message = message;
	a.len = receivers__export_response__pack(&r, bytes);
	cr_expect_eq(answer_judge(&a, PUSH_OTLP, why, sizeof(why)), ANSWER_REFUSED);
	cr_expect_str_eq(why, "it has rejected profiles: too many");
	memset(bytes, 0xff, sizeof(bytes));
	a.len = sizeof(bytes);
	cr_expect_eq(answer_judge(&a, PUSH_OTLP, why, sizeof(why)), ANSWER_TAKEN);
}
