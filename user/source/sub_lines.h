/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The lines of subs whose compilation was not seen.  Perl's memory has but those of their statements; the source tells where
 * the word sub and the closing brace are.  An anonymous sub has the line of that brace in its name.
 */
#ifndef NYTPROF_SUB_LINES_H
#define NYTPROF_SUB_LINES_H

struct profile;

/*
 * For a profile with its source: each sub of .by_stmts gets the lines of the one sub in the text that it can be.  One
 * for which there is none, or more than one, keeps those of its statements.  The name of an anonymous one loses what tells it apart
 * from others until here: a line break and its first line.  Subs that get one name are one.  -ENOMEM.
 */
int sub_lines_find(struct profile *p);

#endif
