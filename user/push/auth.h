/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The file of --push-auth: one line, "bearer TOKEN" or "basic USER:PASSWORD". */
#ifndef NYTPROF_PUSH_AUTH_H
#define NYTPROF_PUSH_AUTH_H

#include <stdbool.h>

#define AUTH_MAX 8192 /* bytes of a file */

struct error;

struct auth {
	bool basic;
	char secret[AUTH_MAX]; /* the token, or user and password */
};

/* -errno with err set, which has nothing of what is in the file. */
int auth_read(struct auth *auth, const char *path, struct error *err);
void auth_forget(struct auth *auth);

#endif
