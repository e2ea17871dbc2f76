/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * A configuration file. A line is "key = value"; blanks around both are dropped. A line that begins
 * with "#" is a comment. The caller knows the keys.
 */
#ifndef NYTPROF_CONFIG_H
#define NYTPROF_CONFIG_H

struct error;

#define CONFIG_LINE_MAX 4095 /* bytes */
#define CONFIG_SIZE_MAX (1 << 20)

/*
 * Handles a key and its value; value stays valid as long as the text of config_read(). -ENOENT:
 * there is no such key. Another -errno with err set: the value is wrong.
 */
typedef int config_take(void *to, const char *key, const char *value, struct error *err);

/*
 * Reads a file and calls take() for each line, in order, up to the first error. *text holds the
 * values; the caller frees it. -EINVAL with err set to "FILE:LINE:COLUMN: ...", where columns count
 * bytes from 1. If the file can't be read, err is "FILE: ...".
 */
int config_read(const char *path, config_take *take, void *to, char **text, struct error *err);

#endif
