/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef NYTPROF_VERSION_H
#define NYTPROF_VERSION_H

#ifndef NYTPROF_VERSION
#define NYTPROF_VERSION "0.1.0"
#endif

#endif
