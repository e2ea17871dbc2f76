/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * --all, while it runs: turns processes away, applies changed filters, and reports to systemd. The
 * BPF side does not know all filters. User space names to it each process that it turns away; such
 * a process then costs its traps only.
 */
#ifndef NYTPROF_ADMISSION_H
#define NYTPROF_ADMISSION_H

struct census;
struct error;
struct admission;
struct options;
struct recorder;
struct store;

/*
 * From now on the recorder records every perl of the host that matches the filters. The profiles go
 * to the store, which belongs to the caller; NULL: nothing is written. options change when their
 * file is read again. Free this before the recorder. NULL with errno and err set.
 */
struct admission *admission_new(struct recorder *r, struct options *options, struct store *store,
				struct error *err);
void admission_free(struct admission *e);

const struct census *admission_census(const struct admission *e);

#endif
