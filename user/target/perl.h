/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Reads the file of a perl interpreter. */
#ifndef NYTPROF_PERL_H
#define NYTPROF_PERL_H

#include "perl/perl_image.h"

struct error;

/*
 * Examines the file. NULL with errno and err set. ENOEXEC: it is not a perl. ENOTSUP: this perl is
 * not known, fails a check, or is for another machine. Duplicates fd.
 */
struct perl_image *perl_image_new(int fd, const char *path, struct error *err);

/* The same for the perl of any machine. The image is only for display, not for probes. */
struct perl_image *perl_image_of_any(int fd, const char *path, struct error *err);

/* The same for a perl of this machine whose memory is to be read. The image has no probe sites. */
struct perl_image *perl_image_unprobed(int fd, const char *path, struct error *err);

/* Does the file export the op tables? Every perl does, whatever its name. */
bool perl_is(const struct elf *elf);

#endif
