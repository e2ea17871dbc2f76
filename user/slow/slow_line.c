// SPDX-License-Identifier: GPL-2.0-or-later
#include "slow/slow_line.h"

#include <inttypes.h>
#include <string.h>
#include <sys/param.h>
#include <time.h>

#include "text/json.h"
#include "waits/wait_words.h"

/* 2026-11-27T01:40:22.123Z */
static void put_when(int64_t ns, FILE *out)
{
	time_t seconds = (time_t)(ns / 1000000000);
	struct tm tm;
	char text[32] = "";

	if (gmtime_r(&seconds, &tm))
		strftime(text, sizeof(text), "%Y-%m-%dT%H:%M:%S", &tm);
	fprintf(out, "{\"when\":\"%s.%03dZ\"", text, (int)(ns / 1000000 % 1000));
}

/* The innermost one is the call itself: where it was called is where its caller stands. */
static void put_stack(const struct slow *call, const struct slow_names *names, FILE *out)
{
	uint32_t cnt = MIN(call->cnt, (uint32_t)SLOW_FRAMES), i;

	fputs(",\"stack\":[", out);
	for (i = cnt; i-- > 0;) {
		fputs("{\"sub\":", out);
		json_put_string(names->subs[i], out);
		fputs(",\"file\":", out);
		json_put_string(names->files[i], out);
		fprintf(out, ",\"line\":%u}%s", call->frames[i].line, i ? "," : "");
	}
	fputc(']', out);
	if (call->depth > cnt)
		fprintf(out, ",\"more_callers\":%u", call->depth - cnt);
}

/* Those that took most come first. */
static void put_tops(const struct slow *call, const struct slow_names *names, FILE *out)
{
	bool put[SLOW_TOPS] = {};
	unsigned left;

	fputs(",\"called\":[", out);
	for (left = 0; left < SLOW_TOPS; left++) {
		unsigned best = SLOW_TOPS, i;

		for (i = 0; i < SLOW_TOPS; i++) {
			if (!put[i] && call->tops[i].callee &&
			    (best == SLOW_TOPS || call->tops[i].ns > call->tops[best].ns))
				best = i;
		}
		if (best == SLOW_TOPS)
			break;
		put[best] = true;
		fprintf(out, "%s{\"sub\":", left ? "," : "");
		json_put_string(names->tops[best], out);
		fprintf(out, ",\"calls\":%u,\"ns\":%" PRIu64 "}", call->tops[best].cnt,
			(uint64_t)call->tops[best].ns);
	}
	fputc(']', out);
}

/* What took longest comes first. The parts of a wait that the agent has charged early are one. */
static void put_waits(const struct slow *call, FILE *out)
{
	bool put[SLOW_WAITS] = {};
	unsigned left;

	fputs(",\"waits\":[", out);
	for (left = 0; left < SLOW_WAITS; left++) {
		unsigned best = SLOW_WAITS, i;
		char reason[WAIT_WORDS];

		for (i = 0; i < SLOW_WAITS; i++) {
			if (!put[i] && call->waits[i].ns &&
			    (best == SLOW_WAITS || call->waits[i].ns > call->waits[best].ns))
				best = i;
		}
		if (best == SLOW_WAITS)
			break;
		put[best] = true;
		wait_reason_words(call->waits[best].reason, reason);
		fprintf(out, "%s{\"reason\":", left ? "," : "");
		json_put_string(reason, out);
		fprintf(out, ",\"waits\":%u,\"ns\":%" PRIu64 "}", call->waits[best].cnt,
			(uint64_t)call->waits[best].ns);
	}
	fputc(']', out);
}

void slow_line_put(const struct slow *call, const struct slow_names *names, uint32_t pid,
		   const char *comm, int64_t when_ns, bool waits, FILE *out)
{
	uint64_t waited = MIN(call->waited_ns, call->ns);

	put_when(when_ns, out);
	fprintf(out, ",\"pid\":%u,\"tid\":%u,\"comm\":", pid, call->tid ?: pid);
	json_put_string(comm, out);
	fputs(",\"sub\":", out);
	json_put_string(names->sub, out);
	fprintf(out, ",\"ns\":%" PRIu64, (uint64_t)call->ns);
	if (waits)
		fprintf(out, ",\"on_cpu_ns\":%" PRIu64 ",\"waited_ns\":%" PRIu64,
			(uint64_t)call->ns - waited, waited);
	else
		fputs(",\"on_cpu_ns\":null,\"waited_ns\":null", out);
	if (waits)
		put_waits(call, out);
	if (call->open)
		fputs(",\"open\":true", out);
	put_stack(call, names, out);
	put_tops(call, names, out);
	fputs("}\n", out);
}

void slow_line_put_dropped(uint64_t cnt, int64_t when_ns, FILE *out)
{
	put_when(when_ns, out);
	fprintf(out, ",\"dropped\":%" PRIu64 "}\n", cnt);
}
