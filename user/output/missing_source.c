// SPDX-License-Identifier: GPL-2.0-or-later
#include "output/missing_source.h"

#include <stdlib.h>
#include <string.h>

#include "log/log.h"

void missing_source_add(struct missing_source *l, const struct source_report *report)
{
	unsigned i;

	for (i = 0; i < LACK_CNT; i++) {
		l->cnt[i] += report->lacking[i];
		if (report->lacking[i] && !l->first[i])
			l->first[i] = strdup(report->lacks[i]);
	}
}

void missing_source_print(const struct missing_source *l)
{
	unsigned i;

	for (i = 0; i < LACK_CNT; i++) {
		if (l->cnt[i])
			log_info("the source of %llu file%s is not in the profile (%s%s): %s",
				 (unsigned long long)l->cnt[i], l->cnt[i] > 1 ? "s" : "",
				 l->first[i] ?: "?", l->cnt[i] > 1 ? ", ..." : "",
				 source_lack_text(i));
	}
}

void missing_source_release(struct missing_source *l)
{
	unsigned i;

	for (i = 0; i < LACK_CNT; i++)
		free(l->first[i]);
}
