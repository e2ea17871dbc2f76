/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * --all, while it runs: who is not to be recorded, what systemd is told, and other filters.  The BPF side does not know
 * all filters: those whom user space turns away are told to it one by one, and cost no more than their traps.
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
 * From now on the recorder records every perl of the host that the filters let through, into the store, which is the
 * caller's.  options change when their file is read again.  To be freed before the recorder.  NULL with errno and err set.
 */
struct admission *admission_new(struct recorder *r, struct options *options, struct store *store,
				struct error *err);
void admission_free(struct admission *e);

const struct census *admission_census(const struct admission *e);

#endif
