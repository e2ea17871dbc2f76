/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Passes what a worker found out about a perl to the agent. */
#ifndef NYTPROF_PERL_ANSWER_H
#define NYTPROF_PERL_ANSWER_H

#include <stddef.h>

struct error;
struct perl_image;
struct sandbox_answer;
struct sandbox_worker;

/* Adds the image to the worker's answer. -errno as of sandbox_say(). */
int perl_image_say(struct sandbox_worker *w, const struct perl_image *image);

/*
 * Reads an image from an answer, and advances *at. The result is that of perl_image_new(), without
 * what only the file has (perl_image_forget_file). Duplicates fd. NULL with err set: there is no
 * image, or it can't be true of that file.
 */
struct perl_image *perl_image_take(const struct sandbox_answer *a, size_t *at, int fd,
				   const char *path, struct error *err);

#endif
