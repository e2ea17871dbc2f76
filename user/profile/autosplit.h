/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * AutoSplit cuts a module up into files that AutoLoader loads. Each of them names the module that
 * it is a part of, and has the module's line numbers: "blib/lib/Foo.pm (autosplit into
 * blib/lib/auto/Foo/bar.al)". The paths are those of the build.
 */
#ifndef NYTPROF_AUTOSPLIT_H
#define NYTPROF_AUTOSPLIT_H

#include <stddef.h>

struct profile;

/*
 * Makes each part an alias of its module: the file in the profile with the same name and most of
 * the same directories above it. others: absolute names of cnt other files that perl has loaded; a
 * module among them is added to the profile. A part whose module is not found stays a file of its
 * own, as in NYTProf. Returns the number of aliases, or -ENOMEM.
 */
int autosplit_join(struct profile *p, const char *const *others, size_t cnt);

#endif
