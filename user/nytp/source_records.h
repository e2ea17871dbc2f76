/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The source text of a profile's files, a record a line. Deflating it takes as long as all the rest of
 * a profile of a large program. So a thread does that while the caller writes other records, unless
 * the source of earlier profiles is kept.
 */
#ifndef NYTPROF_NYTP_SOURCE_RECORDS_H
#define NYTPROF_NYTP_SOURCE_RECORDS_H

struct nytp_settings;
struct order;
struct sink;
struct source_records;

/*
 * Begins to deflate. The caller leaves the profile unchanged until source_records_put(). NULL: out of
 * memory.
 */
struct source_records *source_records_begin(const struct order *o,
					    const struct nytp_settings *settings);

/* Waits for the thread, writes all records, and frees r. */
void source_records_put(struct source_records *r, struct sink *s);

#endif
