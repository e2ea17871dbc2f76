/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The source of files that there are only by a #line: templates, generated code.  It is found in the texts that a
 * profile has: the other files, and all string evals of the process.
 */
#ifndef NYTPROF_NAMED_SOURCE_H
#define NYTPROF_NAMED_SOURCE_H

#include <stdint.h>

struct tracee;

enum named_source {
	NAMED_NOT, /* no text is to be looked for */
	NAMED_WANTED,
	NAMED_NO_ROOM, /* there is one, and it is too much */
};

/*
 * Gives each file that is wanted, by its fid, and has no source, what a #line gives it.  *bytes: of all source so far,
 * which stays within most.  -ENOMEM: some have none.
 */
int named_source_find(struct tracee *t, enum named_source *files, uint64_t *bytes, uint64_t most);

#endif
