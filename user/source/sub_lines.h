/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The lines of subs that were compiled before the attach.  Perl's memory has only the lines of
 * their statements.  The source shows the word sub and the closing brace.  The name of an
 * anonymous sub has the line of that brace.
 */
#ifndef NYTPROF_SUB_LINES_H
#define NYTPROF_SUB_LINES_H

struct profile;

/*
 * Needs a profile with its source.  Each sub of .by_stmts gets the lines of the sub in the text
 * that it must be.  If there is none, or more than one, the sub keeps the lines of its statements.
 * Until here the name of an anonymous sub ends with a line break and its first line, which tells
 * it from others.  They are taken off.  Subs that then have one name become one.  -ENOMEM.
 */
int sub_lines_find(struct profile *p);

#endif
