// SPDX-License-Identifier: GPL-2.0-or-later
#include "html/frame.h"

#include <errno.h>

#include "html/armor.h"

static int put_data(page_fill *fill, const void *arg, FILE *out)
{
	FILE *armor = armor_open(out);
	int rc;

	if (!armor)
		return -ENOMEM;
	rc = fill(PAGE_DATA, arg, armor);
	return fclose(armor) ? -ENOMEM : rc;
}

int frame_put(const struct page_part *parts, size_t cnt, page_fill *fill, const void *arg,
	      FILE *out)
{
	size_t i;
	int rc = 0;

	for (i = 0; i < cnt && !rc; i++) {
		fputs(parts[i].text, out);
		if (parts[i].slot == PAGE_DATA)
			rc = put_data(fill, arg, out);
		else if (parts[i].slot != PAGE_END)
			rc = fill(parts[i].slot, arg, out);
	}
	return rc;
}
