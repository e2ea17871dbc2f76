// SPDX-License-Identifier: GPL-2.0-or-later
#include "push/answer.h"

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "receivers.pb-c.h"
#include "text/screen_text.h"

#define SAID_MAX 160u /* bytes of an answer that are shown */

/* A server that shows the request in its answer shows what it was sent to know us by. */
static bool shows_request(const char *text, size_t len)
{
	static const char *const words[] = { "authorization", "bearer", "basic" };
	size_t i, at;

	for (i = 0; i < sizeof(words) / sizeof(words[0]); i++) {
		for (at = 0; at + strlen(words[i]) <= len; at++) {
			if (!strncasecmp(text + at, words[i], strlen(words[i])))
				return true;
		}
	}
	return false;
}

/* The begin of its text, on one line. */
static void put_said(const struct http_answer *a, const char *before, char *why, size_t size)
{
	char said[TEXT_MAX];
	bool hidden = !a->text || shows_request(a->text, a->len);

	text_clean(said, hidden ? "" : a->text, hidden ? 0 : a->len < SAID_MAX ? a->len : SAID_MAX);
	snprintf(why, size, "%s%s%s", before, *said ? ": " : "", said);
}

/* OTLP: taken in part is said in the answer. */
static enum answer judge_export(const struct http_answer *a, char *why, size_t size)
{
	Receivers__ExportResponse *r =
		receivers__export_response__unpack(NULL, a->len, (const uint8_t *)a->text);
	enum answer answer = ANSWER_TAKEN;

	if (r && r->partial_success && r->partial_success->rejected_profiles > 0) {
		const char *message = r->partial_success->error_message;
		struct http_answer said = { .text = message, .len = strlen(message) };

		put_said(&said, "it has rejected profiles", why, size);
		answer = ANSWER_REFUSED;
	}
	if (r)
		receivers__export_response__free_unpacked(r, NULL);
	return answer;
}

/* A web server that answers anything with a page is no receiver. */
static enum answer judge_taken(const struct http_answer *a, enum push_format format, char *why,
			       size_t size)
{
	if (a->type && !strncasecmp(a->type, "text/", 5)) {
		snprintf(
			why, size,
			"it answers with %.60s, so it is no receiver of profiles; check the address",
			a->type);
		return ANSWER_MISTAKEN;
	}
	return format == PUSH_OTLP && a->len ? judge_export(a, why, size) : ANSWER_TAKEN;
}

enum answer answer_judge(const struct http_answer *a, enum push_format format, char *why,
			 size_t size)
{
	char code[64];

	if (a->code >= 200 && a->code < 300)
		return judge_taken(a, format, why, size);
	if (a->code >= 300 && a->code < 400) {
		snprintf(why, size,
			 "it redirects to %.150s, which is not followed; give that address",
			 a->location ? a->location : "nowhere");
		return ANSWER_MISTAKEN;
	}
	snprintf(code, sizeof(code), "it answers %ld", a->code);
	put_said(a, code, why, size);
	switch (a->code) {
	case 401:
	case 403:
	case 404:
	case 405:
	case 407:
		return ANSWER_MISTAKEN;
	case 408:
	case 425:
	case 429:
		return ANSWER_LATER;
	default:
		return a->code >= 500 ? ANSWER_LATER : ANSWER_REFUSED;
	}
}
