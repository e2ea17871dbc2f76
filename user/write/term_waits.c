// SPDX-License-Identifier: GPL-2.0-or-later
#include "write/term_waits.h"

#include <errno.h>
#include <stdlib.h>

#include "profile/profile.h"
#include "profile/waits.h"
#include "util/cleanup.h"
#include "text/plain.h"
#include "write/time_text.h"
#include "write/writer.h"

#define REASONS_SHOWN 6

bool term_has_waits(const struct profile *p)
{
	return p->waits.waits != NULL;
}

void term_put_wait(const struct profile *p, int64_t ns, FILE *out)
{
	char text[TIME_TEXT];

	if (term_has_waits(p))
		fprintf(out, " %10s", ns > 0 ? time_text(ns, text) : "-");
}

void term_put_wait_title(const struct profile *p, FILE *out)
{
	if (term_has_waits(p))
		fprintf(out, " %10s", "waiting");
}

static int64_t signed_ns(uint64_t ns)
{
	return ns < INT64_MAX ? (int64_t)ns : INT64_MAX;
}

int term_put_wait_sums(const struct profile *p, FILE *out)
{
	struct wait_reason *reasons __cleanup(free_ptr) = NULL;
	char text[TIME_TEXT];
	size_t i;

	if (!term_has_waits(p))
		return 0;
	reasons = profile_wait_reasons(p);
	if (!reasons)
		return -ENOMEM;
	fprintf(out, "waited %s: ", time_text(signed_ns(profile_waited(p)), text));
	for (i = 0; reasons[i].reason && i < REASONS_SHOWN; i++) {
		fputs(i ? ", " : "", out);
		plain_print(reasons[i].reason, out);
		fprintf(out, " %s", time_text(signed_ns(reasons[i].sum.ns), text));
	}
	fputs(reasons[i].reason ? " ...\n" : "\n", out);
	return 0;
}

static void put_place(const struct profile *p, const struct profile_wait *wait, FILE *out)
{
	const struct profile_file *file = profile_find_fid(p, wait->id.fid);

	if (!file) {
		fputs("(unknown place)", out);
		return;
	}
	plain_print(file->name, out);
	fprintf(out, ":%u", wait->id.line);
	if (wait->id.sub < p->sub_cnt) {
		fputs(" in ", out);
		plain_print(p->subs[wait->id.sub]->name, out);
	}
}

static void put_wait(const struct profile *p, const struct profile_wait *wait, FILE *out)
{
	const char *object = profile_wait_object(p, wait);
	char time[TIME_TEXT], longest[TIME_TEXT];

	fprintf(out, "%10llu %10s %10s  ", (unsigned long long)wait->sum.cnt,
		time_text(signed_ns(wait->sum.ns), time),
		time_text(signed_ns(wait->sum.max_ns), longest));
	plain_print(profile_wait_reason(p, wait), out);
	if (*object)
		fputs(": ", out);
	plain_print(object, out);
	fputs(", ", out);
	put_place(p, wait, out);
	fputc('\n', out);
}

int term_put_waits(const struct profile *p, const struct writer_options *o, FILE *out)
{
	const struct profile_wait **waits __cleanup(free_ptr) = NULL;
	size_t cnt, i;

	if (!term_has_waits(p))
		return 0;
	waits = profile_sorted_waits(p, &cnt);
	if (!waits)
		return -ENOMEM;
	fprintf(out, "\nWaits by time\n%10s %10s %10s  %s\n", "waits", "time", "longest",
		"what for, and where");
	for (i = 0; i < cnt && i < o->top; i++)
		put_wait(p, waits[i], out);
	if (cnt > o->top)
		fprintf(out, "%10s %zu more\n", "", cnt - o->top);
	return 0;
}
