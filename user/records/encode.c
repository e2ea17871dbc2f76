// SPDX-License-Identifier: GPL-2.0-or-later
/* Numbers and strings as the format has them. */
#include "records/encode.h"

#include <string.h>

#include "records/sink.h"

size_t nytp_encode_u32(uint8_t *p, uint32_t v)
{
	if (v < 0x80) {
		p[0] = (uint8_t)v;
		return 1;
	}
	if (v < 0x4000) {
		p[0] = (uint8_t)(0x80 | v >> 8);
		p[1] = (uint8_t)v;
		return 2;
	}
	if (v < 0x200000) {
		p[0] = (uint8_t)(0xc0 | v >> 16);
		p[1] = (uint8_t)(v >> 8);
		p[2] = (uint8_t)v;
		return 3;
	}
	if (v < 0x10000000) {
		p[0] = (uint8_t)(0xe0 | v >> 24);
		p[1] = (uint8_t)(v >> 16);
		p[2] = (uint8_t)(v >> 8);
		p[3] = (uint8_t)v;
		return 4;
	}
	p[0] = 0xff;
	p[1] = (uint8_t)(v >> 24);
	p[2] = (uint8_t)(v >> 16);
	p[3] = (uint8_t)(v >> 8);
	p[4] = (uint8_t)v;
	return 5;
}

void nytp_put_tag(struct sink *s, enum nytp_tag tag)
{
	uint8_t byte = (uint8_t)tag;

	sink_put(s, &byte, 1);
}

void nytp_put_u32(struct sink *s, uint32_t v)
{
	uint8_t bytes[NYTP_U32_MAX_BYTES];

	sink_put(s, bytes, nytp_encode_u32(bytes, v));
}

void nytp_put_nv(struct sink *s, double v)
{
	sink_put(s, &v, sizeof(v));
}

/*
 * Never NYTP_STRING_UTF8: once the stock reader has met that tag it takes the strings behind it for
 * UTF-8, too, and can crash on them (NYTProf.xs, read_str(), 6.12).  NYTProf writes bytes as well.
 */
void nytp_put_bytes(struct sink *s, const char *text, size_t len)
{
	nytp_put_tag(s, NYTP_STRING);
	nytp_put_u32(s, (uint32_t)len);
	sink_put(s, text, len);
}

void nytp_put_string(struct sink *s, const char *text)
{
	nytp_put_bytes(s, text, strlen(text));
}

uint64_t nytp_to_ticks(int64_t ns, uint64_t ticks_per_sec)
{
	uint64_t n = ns > 0 ? (uint64_t)ns : 0;

	return n / 1000000000 * ticks_per_sec +
	       (n % 1000000000 * ticks_per_sec + 500000000) / 1000000000;
}

double nytp_to_seconds(int64_t ns)
{
	return ns > 0 ? (double)ns / 1e9 : 0;
}
