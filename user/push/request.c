// SPDX-License-Identifier: GPL-2.0-or-later
#include "push/request.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "options/push_options.h"
#include "push/answer.h"
#include "push/auth.h"
#include "util/cleanup.h"
#include "util/error.h"
#include "version.h"

#define CONNECT_S 10
#define REQUEST_S 60
#define BODY_MAX  65536 /* bytes of an answer */

struct request {
	const struct push_options *options;
	CURL *handle;
	struct curl_slist *headers;
	int body; /* -1: none */
	char *answer;
	size_t len;
	char why[CURL_ERROR_SIZE];
};

static const char *path_of(const struct push_options *o)
{
	return o->format == PUSH_OTLP ? "/v1development/profiles" : "/push.v1.PusherService/Push";
}

/* The address with the path of the API, which it may have already. The caller frees it. */
static char *whole_url(const struct push_options *o)
{
	const char *path = path_of(o);
	size_t len = strlen(o->url);
	char *url;

	if (len > strlen(path) && !strcmp(o->url + len - strlen(path), path))
		return strdup(o->url);
	while (len && o->url[len - 1] == '/')
		len--;
	return asprintf(&url, "%.*s%s", (int)len, o->url, path) < 0 ? NULL : url;
}

int request_check(const struct push_options *o, struct error *err)
{
	char *url __cleanup(free_ptr) = whole_url(o);
	CURLU *u = curl.url();
	CURLUcode rc = u && url ? curl.url_set(u, CURLUPART_URL, url, 0) : CURLUE_OUT_OF_MEMORY;

	curl.url_cleanup(u);
	return rc ? error_set(err, EINVAL, "--push=%s: %s", o->url, curl.url_strerror(rc)) : 0;
}

/* FNV-1a, 64 bits; http://www.isthe.com/chongo/tech/comp/fnv/ */
static uint64_t hash(uint64_t h, const char *text)
{
	for (; *text; text++)
		h = (h ^ (unsigned char)*text) * 0x100000001b3;
	return (h ^ 0xff) * 0x100000001b3;
}

void request_receiver(const struct push_options *o, char name[RECEIVER_ROOM])
{
	uint64_t h = 0xcbf29ce484222325;

	h = hash(h, o->url);
	h = hash(h, path_of(o));
	h = hash(h, o->tenant ? o->tenant : "");
	snprintf(name, RECEIVER_ROOM, "%016llx", (unsigned long long)h);
}

/* ------------------------------------------------------------------------- begin */

static size_t take_answer(char *text, size_t size, size_t cnt, void *arg)
{
	struct request *r = arg;
	char *more;

	if (size * cnt > BODY_MAX - r->len)
		return 0; /* ends the request */
	more = realloc(r->answer, r->len + size * cnt + 1);
	if (!more)
		return 0;
	memcpy(more + r->len, text, size * cnt);
	r->answer = more;
	r->len += size * cnt;
	r->answer[r->len] = '\0';
	return size * cnt;
}

static size_t give_body(char *room, size_t size, size_t cnt, void *arg)
{
	const struct request *r = arg;
	ssize_t got = read(r->body, room, size * cnt);

	return got < 0 ? CURL_READFUNC_ABORT : (size_t)got;
}

/* libcurl sends the body again, as when a kept connection turns out to be closed. */
static int seek_body(void *arg, curl_off_t offset, int origin)
{
	const struct request *r = arg;

	return lseek(r->body, offset, origin) < 0 ? CURL_SEEKFUNC_FAIL : CURL_SEEKFUNC_OK;
}

static void add_header(struct request *r, const char *line)
{
	struct curl_slist *more = curl.slist_append(r->headers, line);

	if (more)
		r->headers = more;
}

static void add_headers(struct request *r)
{
	const struct push_options *o = r->options;
	char line[200];

	if (o->format == PUSH_OTLP) {
		add_header(r, "Content-Type: application/x-protobuf");
		add_header(r, "Content-Encoding: gzip");
	} else {
		add_header(r, "Content-Type: application/proto");
		add_header(r, "Connect-Protocol-Version: 1");
	}
	add_header(r, "Expect:"); /* nor a wait for "100 Continue" */
	if (o->tenant) {
		snprintf(line, sizeof(line), "X-Scope-OrgID: %s", o->tenant);
		add_header(r, line);
	}
}

struct request *request_new(const struct push_options *o)
{
	char *url __cleanup(free_ptr) = whole_url(o);
	struct request *r = calloc(1, sizeof(*r));

	if (!r || !url || !(r->handle = curl.easy_init())) {
		free(r);
		return NULL;
	}
	r->options = o;
	r->body = -1;
	add_headers(r);
	curl.easy_setopt(r->handle, CURLOPT_URL, url);
	curl.easy_setopt(r->handle, CURLOPT_POST, 1L);
	curl.easy_setopt(r->handle, CURLOPT_HTTPHEADER, r->headers);
	curl.easy_setopt(r->handle, CURLOPT_USERAGENT, "nytprof-bpf/" NYTPROF_VERSION);
#if CURL_AT_LEAST_VERSION(7, 85, 0)
	curl.easy_setopt(r->handle, CURLOPT_PROTOCOLS_STR, "http,https");
#else
	curl.easy_setopt(r->handle, CURLOPT_PROTOCOLS, (long)(CURLPROTO_HTTP | CURLPROTO_HTTPS));
#endif
	curl.easy_setopt(r->handle, CURLOPT_FOLLOWLOCATION, 0L);
	curl.easy_setopt(r->handle, CURLOPT_NOSIGNAL, 1L);
	curl.easy_setopt(r->handle, CURLOPT_CONNECTTIMEOUT, (long)CONNECT_S);
	curl.easy_setopt(r->handle, CURLOPT_TIMEOUT, (long)REQUEST_S);
	curl.easy_setopt(r->handle, CURLOPT_SSLVERSION, (long)CURL_SSLVERSION_TLSv1_2);
	curl.easy_setopt(r->handle, CURLOPT_ERRORBUFFER, r->why);
	curl.easy_setopt(r->handle, CURLOPT_WRITEFUNCTION, take_answer);
	curl.easy_setopt(r->handle, CURLOPT_WRITEDATA, r);
	curl.easy_setopt(r->handle, CURLOPT_READFUNCTION, give_body);
	curl.easy_setopt(r->handle, CURLOPT_READDATA, r);
	curl.easy_setopt(r->handle, CURLOPT_SEEKFUNCTION, seek_body);
	curl.easy_setopt(r->handle, CURLOPT_SEEKDATA, r);
	if (o->ca)
		curl.easy_setopt(r->handle, CURLOPT_CAINFO, o->ca);
	return r;
}

static void forget(struct request *r)
{
	close_fd(&r->body);
	r->body = -1;
	free(r->answer);
	r->answer = NULL;
	r->len = 0;
	*r->why = '\0';
}

/* The file is read each time, as tokens are replaced. */
static int set_auth(struct request *r, struct error *err)
{
	struct auth auth;
	int rc;

	if (!r->options->auth)
		return 0;
	rc = auth_read(&auth, r->options->auth, err);
	if (!rc) {
		curl.easy_setopt(r->handle, CURLOPT_HTTPAUTH,
				 auth.basic ? CURLAUTH_BASIC : CURLAUTH_BEARER);
		curl.easy_setopt(r->handle, CURLOPT_USERPWD, auth.basic ? auth.secret : NULL);
		curl.easy_setopt(r->handle, CURLOPT_XOAUTH2_BEARER,
				 auth.basic ? NULL : auth.secret);
	}
	auth_forget(&auth);
	return rc;
}

int request_begin(struct request *r, int body, size_t size, struct error *err)
{
	forget(r);
	r->body = body;
	curl.easy_setopt(r->handle, CURLOPT_POSTFIELDSIZE_LARGE, (curl_off_t)size);
	return set_auth(r, err);
}

CURL *request_handle(struct request *r)
{
	return r->handle;
}

/* -------------------------------------------------------------------------- answer */

static enum answer say_failed(const struct request *r, CURLcode rc, char *why, size_t size)
{
	const char *text = *r->why ? r->why : curl.easy_strerror(rc);

	if (rc == CURLE_WRITE_ERROR)
		text = "its answer is longer than 64 kB";
	snprintf(why, size, "%s", text);
	switch (rc) {
	case CURLE_PEER_FAILED_VERIFICATION:
	case CURLE_SSL_CACERT_BADFILE:
	case CURLE_URL_MALFORMAT:
	case CURLE_UNSUPPORTED_PROTOCOL:
		return ANSWER_MISTAKEN;
	default:
		return ANSWER_LATER;
	}
}

enum answer request_answer(struct request *r, CURLcode rc, char *why, size_t size, uint64_t *wait_s)
{
	struct http_answer a = { .text = r->answer, .len = r->len };
	const char *type = NULL, *location = NULL;
	curl_off_t retry_after = 0;
	enum answer answer;

	*why = '\0';
	*wait_s = 0;
	if (rc) {
		answer = say_failed(r, rc, why, size);
		forget(r);
		return answer;
	}
	curl.easy_getinfo(r->handle, CURLINFO_RESPONSE_CODE, &a.code);
	curl.easy_getinfo(r->handle, CURLINFO_CONTENT_TYPE, &type);
	curl.easy_getinfo(r->handle, CURLINFO_REDIRECT_URL, &location);
	curl.easy_getinfo(r->handle, CURLINFO_RETRY_AFTER, &retry_after);
	a.type = type;
	a.location = location;
	answer = answer_judge(&a, r->options->format, why, size);
	if (answer == ANSWER_LATER && retry_after > 0)
		*wait_s = (uint64_t)retry_after;
	forget(r);
	return answer;
}
