// SPDX-License-Identifier: GPL-2.0-or-later
#include "diffpage/diffpage.h"

#include "diff/diff.h"
#include "diffpage/changes.h"
#include "diffpage/data.h"
#include "diffpage/sides.h"
#include "html/frame.h"
#include "html/text.h"
#include "stacks/frames.h"

static const struct page_part frame[] = {
#include "diffpage.inc"
};

static int fill(enum page_slot slot, const void *arg, FILE *out)
{
	const struct diff_page *page = arg;

	switch (slot) {
	case PAGE_TITLE:
		fputs("Changes of ", out);
		html_put(frames_title(diff_side_head(page->new)), out);
		return 0;
	case PAGE_OVERVIEW:
		sides_put(page, out);
		return 0;
	case PAGE_TABLES:
		changes_put(page, out);
		return 0;
	case PAGE_DATA:
		return diffpage_data_put(page, out);
	case PAGE_END:
		break;
	}
	return 0;
}

int diffpage_write(const struct diff_page *page, FILE *out)
{
	return frame_put(frame, sizeof(frame) / sizeof(frame[0]), fill, page, out);
}
