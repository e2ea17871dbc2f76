/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What a worker has found out of a perl, on its way to the agent. */
#ifndef NYTPROF_PERL_ANSWER_H
#define NYTPROF_PERL_ANSWER_H

#include <stddef.h>

struct error;
struct perl_image;
struct sandbox_answer;
struct sandbox_worker;

/* Adds it to the worker's answer; -errno as sandbox_say. */
int perl_image_say(struct sandbox_worker *w, const struct perl_image *image);

/*
 * The image in an answer, from *at on, as perl_image_new makes it but for what only the file has, which it is without
 * (perl_image_forget_file).  Takes a duplicate of fd.  NULL with err set: it is none, or could not be true of that
 * file.
 */
struct perl_image *perl_image_take(const struct sandbox_answer *a, size_t *at, int fd,
				   const char *path, struct error *err);

#endif
