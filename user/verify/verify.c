// SPDX-License-Identifier: GPL-2.0-or-later
#include "verify/verify.h"

#include <errno.h>
#include <inttypes.h>

#include "profile/profile.h"
#include "records/format.h"
#include "records/input.h"
#include "verify/sums.h"

/* Each record with what is in it, as in records/format.h. */
static const struct {
	int tag;
	const char *name;
	const char *form;
} forms[] = {
	{ NYTP_ATTRIBUTE, "ATTRIBUTE", ":key=value and a line feed" },
	{ NYTP_OPTION, "OPTION", "!key=value and a line feed" },
	{ NYTP_COMMENT, "COMMENT", "# text and a line feed" },
	{ NYTP_START_DEFLATE, "START_DEFLATE", "z and a zlib stream" },
	{ NYTP_PID_START, "PID_START", "P pid ppid time" },
	{ NYTP_PID_END, "PID_END", "p pid time" },
	{ NYTP_NEW_FID, "NEW_FID", "@ fid eval_fid eval_line flags size mtime name" },
	{ NYTP_TIME_LINE, "TIME_LINE", "+ ticks fid line" },
	{ NYTP_TIME_BLOCK, "TIME_BLOCK", "* ticks fid line block_line sub_line" },
	{ NYTP_DISCOUNT, "DISCOUNT", "- and then one statement" },
	{ NYTP_SRC_LINE, "SRC_LINE", "S fid line text" },
	{ NYTP_SUB_INFO, "SUB_INFO", "s fid sub first last" },
	{ NYTP_SUB_CALLERS, "SUB_CALLERS", "c fid line caller count incl excl reci rec_depth sub" },
	{ NYTP_SUB_ENTRY, "SUB_ENTRY", "> fid line" },
	{ NYTP_SUB_RETURN, "SUB_RETURN", "< depth incl excl sub" },
};

#define FORM_CNT (sizeof(forms) / sizeof(forms[0]))

static void say_fault(void *arg, const struct input_fault *fault)
{
	struct verify *v = arg;
	const char *unit = fault->inflated ? "inflated byte" : "byte";
	size_t i = 0;

	v->fatal = v->fatal || fault->fatal;
	while (i < FORM_CNT && forms[i].tag != fault->tag)
		i++;
	if (fault->tag <= 0)
		verify_say(v, "%s %" PRIu64 ", at the end: %s", unit, fault->offset, fault->what);
	else if (i == FORM_CNT)
		verify_say(v,
			   "%s %" PRIu64 ": %s: its tag is 0x%02x; expected one of "
			   "# : ! z P p @ + * - S s c > <",
			   unit, fault->record, fault->what, (unsigned)fault->tag);
	else
		verify_say(v, "%s %" PRIu64 ", in %s from %" PRIu64 " on: %s; expected %s", unit,
			   fault->offset, forms[i].name, fault->record, fault->what, forms[i].form);
}

struct profile *verify_read(struct verify *v, FILE *in)
{
	struct nytp_reading how = { .tree = true, .rescue = true, .found = say_fault, .arg = v };
	struct profile *p = nytp_read_as(in, v->name, &how, &v->why);

	v->seen = how.seen;
	if (!p)
		v->fatal = true;
	if (p && !v->fatal && verify_sums(v, p)) {
		profile_free(p);
		error_set(&v->why, ENOMEM, "out of memory");
		return NULL;
	}
	return p;
}
