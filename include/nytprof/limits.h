/* SPDX-License-Identifier: GPL-2.0-or-later OR BSD-2-Clause */
/* Sizes of the maps, and how much of a program is followed. */
#ifndef NYTPROF_SHARED_LIMITS_H
#define NYTPROF_SHARED_LIMITS_H

#define HOT_ENTRIES    (1 << 17) /* statements, or calls, between two drains */
#define HOT_EVALS      (1 << 16) /* evals, subs in evals, or definitions, between two drains */
#define STRING_MAX     4096 /* bytes of a name; a longer one is cut and counted as lost */
#define STRING_PART    128 /* bytes of a name in one map entry */
#define STRING_ENTRIES (1 << 18) /* such map entries */
#define SUB_ENTRIES    (1 << 17)
#define CVS_ENTRIES    (1 << 15) /* addresses of subs in the cache, */
#define CVS_OF_MANY    (1 << 17) /* if many processes are recorded */
#define STRING_PROBES  8 /* ids that are tried when names have the same hash */
#define DEPTH_MAX      (1u << 20) /* nested calls that are followed */
#define SI_MAX	       (1u << 16) /* stackinfos on top of each other */
#define ARGS_MAX       512 /* bytes of a command line that are kept */
#define CWD_MAX	       1024 /* bytes of a working directory; a longer one is unknown */

#endif
