/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * libcurl, which is loaded only if something is sent: it brings 25 libraries along, and every start of
 * the agent would pay for them.
 */
#ifndef NYTPROF_PUSH_CURL_H
#define NYTPROF_PUSH_CURL_H

#define CURL_DISABLE_TYPECHECK /* of macros, which are in the way of the pointers */
#include <curl/curl.h>

struct error;

/* name, type of the result, arguments; the function is curl_NAME */
#define CURL_FUNCTIONS(X)                                                                      \
	X(global_init, CURLcode, (long flags))                                                 \
	X(easy_init, CURL *, (void))                                                           \
	X(easy_setopt, CURLcode, (CURL * handle, CURLoption option, ...))                      \
	X(easy_getinfo, CURLcode, (CURL * handle, CURLINFO info, ...))                         \
	X(easy_strerror, const char *, (CURLcode rc))                                          \
	X(slist_append, struct curl_slist *, (struct curl_slist * list, const char *text))     \
	X(multi_init, CURLM *, (void))                                                         \
	X(multi_add_handle, CURLMcode, (CURLM * multi, CURL * handle))                         \
	X(multi_remove_handle, CURLMcode, (CURLM * multi, CURL * handle))                      \
	X(multi_perform, CURLMcode, (CURLM * multi, int *running))                             \
	X(multi_info_read, CURLMsg *, (CURLM * multi, int *left))                              \
	X(multi_poll, CURLMcode,                                                               \
	  (CURLM * multi, struct curl_waitfd * fds, unsigned cnt, int timeout_ms, int *ready)) \
	X(url, CURLU *, (void))                                                                \
	X(url_cleanup, void, (CURLU * url))                                                    \
	X(url_set, CURLUcode, (CURLU * url, CURLUPart part, const char *text, unsigned flags)) \
	X(url_strerror, const char *, (CURLUcode rc))

struct curl_functions {
#define X(name, type, arguments) type(*name) arguments;
	CURL_FUNCTIONS(X)
#undef X
};

extern struct curl_functions curl; /* after curl_load() */

/* -ENOENT with err set: it is not there, or too old: 7.80 or later is needed. */
int curl_load(struct error *err);

#endif
