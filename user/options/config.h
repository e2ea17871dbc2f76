/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * A configuration file: "key = value", one a line; blanks around both are dropped.  A line that begins with "#" is a
 * comment.  What the keys mean is not known here.
 */
#ifndef NYTPROF_CONFIG_H
#define NYTPROF_CONFIG_H

struct error;

#define CONFIG_LINE_MAX 4095 /* bytes */
#define CONFIG_SIZE_MAX (1 << 20)

/*
 * Takes a key and its value, which stays in use.  0; -ENOENT: there is no such key, or another errno: the value is
 * wrong, with err set.
 */
typedef int config_take(void *to, const char *key, const char *value, struct error *err);

/*
 * Reads a file and gives take() what is in it, in order, up to the first thing that is wrong.  *text is what the
 * values are in, to be freed.  -EINVAL with err set to "FILE:LINE:COLUMN: ...", where columns are bytes from 1 on;
 * "FILE: ..." and why, if it can't be read.
 */
int config_read(const char *path, config_take *take, void *to, char **text, struct error *err);

#endif
