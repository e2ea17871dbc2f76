/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The primitives of the NYTProf format: numbers, strings, times. */
#ifndef NYTPROF_RECORDS_ENCODE_H
#define NYTPROF_RECORDS_ENCODE_H

#include <stddef.h>
#include <stdint.h>

#include "records/format.h"

struct sink;

/* Writes at most NYTP_U32_MAX_BYTES to p. Returns how many. */
size_t nytp_encode_u32(uint8_t *p, uint32_t v);

void nytp_put_tag(struct sink *s, enum nytp_tag tag);
void nytp_put_u32(struct sink *s, uint32_t v);
void nytp_put_nv(struct sink *s, double v);
void nytp_put_bytes(struct sink *s, const char *text, size_t len);
void nytp_put_string(struct sink *s, const char *text);

/* A negative sum is noise of the clock, and becomes 0. */
uint64_t nytp_to_ticks(int64_t ns, uint64_t ticks_per_sec);
double nytp_to_seconds(int64_t ns);

#endif
