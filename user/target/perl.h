/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Reads the file of a perl interpreter. */
#ifndef NYTPROF_PERL_H
#define NYTPROF_PERL_H

#include "perl/perl_image.h"

struct error;

/*
 * Examines the file; NULL with errno and err set: ENOEXEC if it is no perl at all, ENOTSUP
 * if it is one that is not known, fails a check or is for another machine.  Takes a duplicate of fd.
 */
struct perl_image *perl_image_new(int fd, const char *path, struct error *err);

/* The same of any machine's perl: to be looked at, not to be probed. */
struct perl_image *perl_image_of_any(int fd, const char *path, struct error *err);

/* The same of this machine's, to have its memory read: without places for probes.  fd and path as above. */
struct perl_image *perl_image_unprobed(int fd, const char *path, struct error *err);

/* Does the file export the op tables?  That makes it a perl, whatever its name. */
bool perl_is(const struct elf *elf);

#endif
