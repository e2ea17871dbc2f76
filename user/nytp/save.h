/* SPDX-License-Identifier: GPL-2.0-or-later */
/* A profile as a file with a name. */
#ifndef NYTPROF_SAVE_H
#define NYTPROF_SAVE_H

struct error;
struct nytp_settings;
struct profile;

/* The file appears whole or not at all (util/outfile.h). -errno with err set. */
int nytp_save(struct profile *p, const char *path, const struct nytp_settings *settings,
	      struct error *err);

#endif
