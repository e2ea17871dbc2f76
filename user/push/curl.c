// SPDX-License-Identifier: GPL-2.0-or-later
#include "push/curl.h"

#include <dlfcn.h>
#include <errno.h>
#include <stddef.h>

#include "util/error.h"

struct curl_functions curl;

/* Both have one interface; Debian has one for each library of TLS. */
static const char *const libraries[] = { "libcurl-gnutls.so.4", "libcurl.so.4" };

static const struct {
	const char *name;
	size_t at; /* in struct curl_functions */
} functions[] = {
#define X(name, type, arguments) { "curl_" #name, offsetof(struct curl_functions, name) },
	CURL_FUNCTIONS(X)
#undef X
};

int curl_load(struct error *err)
{
	void *library = NULL;
	size_t i;

	for (i = 0; i < sizeof(libraries) / sizeof(libraries[0]) && !library; i++)
		library = dlopen(libraries[i], RTLD_NOW | RTLD_LOCAL);
	if (!library)
		return error_set(err, ENOENT,
				 "--push needs libcurl: install libcurl3-gnutls or libcurl (%s)",
				 dlerror());
	for (i = 0; i < sizeof(functions) / sizeof(functions[0]); i++) {
		void *function = dlsym(library, functions[i].name);

		if (!function)
			return error_set(err, ENOENT, "--push needs a newer libcurl: %s",
					 dlerror());
		*(void **)((char *)&curl + functions[i].at) = function;
	}
	return 0;
}
