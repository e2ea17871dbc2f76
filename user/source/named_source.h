/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The source of files that exist only as the name in a #line: templates, generated code.  Their
 * text is in the other files of the profile, and in the string evals of the process.
 */
#ifndef NYTPROF_NAMED_SOURCE_H
#define NYTPROF_NAMED_SOURCE_H

#include <stdint.h>

struct tracee;

enum named_source {
	NAMED_NOT, /* do not look for its text */
	NAMED_WANTED,
	NAMED_NO_ROOM, /* the text is too large */
};

/*
 * Gives the files that are wanted, by their fids, the text that a #line says is theirs.  *bytes is
 * the size of all source so far, in bytes.  It stays within most.  -ENOMEM: some have no text.
 */
int named_source_find(struct tracee *t, enum named_source *files, uint64_t *bytes, uint64_t most);

#endif
