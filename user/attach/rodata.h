/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What the BPF programs know before they are loaded: the layout of perl, and what is recorded. */
#ifndef NYTPROF_ATTACH_RODATA_H
#define NYTPROF_ATTACH_RODATA_H

struct kernel;
struct object_config;
struct perl_image;
struct programs;

/* Of all parts, which are open. Sets .places and .used, too. */
void rodata_fill(struct programs *p, const struct perl_image *image, const struct kernel *kernel,
		 const struct object_config *config);

#endif
