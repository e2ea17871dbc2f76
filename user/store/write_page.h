/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The page of HTML beside a profile. */
#ifndef NYTPROF_WRITE_PAGE_H
#define NYTPROF_WRITE_PAGE_H

struct creds;

/*
 * Writes PATH.html of a profile that was just written. It reads that from written, a descriptor of
 * the file, which nobody can have replaced. root: as of outfile_new(). owner: gets the page; NULL:
 * the agent's user has it. Prints what it has written, or why it has not.
 */
void write_page(int written, int root, const char *path, const struct creds *owner);

#endif
