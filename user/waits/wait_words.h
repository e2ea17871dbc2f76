/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The words for what a thread waited for. */
#ifndef NYTPROF_WAIT_WORDS_H
#define NYTPROF_WAIT_WORDS_H

#include <stdint.h>

#include "nytprof/waits.h"

#define WAIT_WORDS (WAIT_NAME_MAX + 32u)

/* "flock", "read (disk)", "page fault", "stopped" ...; reason: as in struct wait_key. */
void wait_reason_words(uint32_t reason, char text[WAIT_WORDS]);

/*
 * "TCP 127.0.0.1:5432", "/var/lock/x", "child 17" ...; "": nothing is known. name: that of a file
 * or a unix socket; NULL: not known.
 */
void wait_object_words(const struct wait_object *object, const struct wait_name *name,
		       char text[WAIT_WORDS]);

#endif
