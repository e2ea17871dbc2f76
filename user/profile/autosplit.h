/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * AutoSplit cuts a module up into files that AutoLoader loads, and has each say what it is a part of, with the lines of
 * the module: "blib/lib/Foo.pm (autosplit into blib/lib/auto/Foo/bar.al)".  The paths are those of where it was built.
 */
#ifndef NYTPROF_AUTOSPLIT_H
#define NYTPROF_AUTOSPLIT_H

#include <stddef.h>

struct profile;

/*
 * Makes each part an alias of its module: of the file in the profile that has the same name, with most of the
 * directories above it.  others: absolute names of cnt other files that perl has loaded; one that is a module comes into
 * the profile.  A part without a module stays a file of its own, as in NYTProf.  Returns how many there are; -ENOMEM.
 */
int autosplit_join(struct profile *p, const char *const *others, size_t cnt);

#endif
