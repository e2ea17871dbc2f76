// SPDX-License-Identifier: GPL-2.0-or-later
/* Checks what the worker has said, which whoever controls the process may have made it say. */
#include "dump/answer.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "dump/dump.h"

static void *grow(void *array, size_t cnt, size_t size)
{
	return cnt & (cnt - 1) ? array : reallocarray(array, cnt ? 2 * cnt : 1, size);
}

/* Adds one to an array that has room for the next power of 2; NULL: no memory. */
#define ADD(array, cnt)                                                     \
	({                                                                  \
		__typeof__(array) more_ = grow(array, cnt, sizeof(*array)); \
		if (more_) {                                                \
			(array) = more_;                                    \
			memset(&more_[cnt], 0, sizeof(*more_));             \
		}                                                           \
		more_ ? &more_[(cnt)++] : NULL;                             \
	})

static const char *text_of(const struct dump *d, uint32_t nr)
{
	return nr && nr <= d->text_cnt ? d->texts[nr - 1] : NULL;
}

static int take_text(struct dump *d, const struct dump_record *r, const char *bytes)
{
	const char **text = ADD(d->texts, d->text_cnt);

	if (!text)
		return -ENOMEM;
	*text = bytes;
	return bytes && r->len && !bytes[r->len - 1] ? 0 : -EPROTO;
}

static int take_perl(struct dump *d, const struct dump_record *r, const struct dump_request *q)
{
	struct dump_perl *perl;

	if (r->n[0] >= q->file_cnt || d->perl_cnt == DUMP_PERLS_MAX)
		return -EPROTO;
	perl = ADD(d->perls, d->perl_cnt);
	if (!perl)
		return -ENOMEM;
	*perl = (struct dump_perl){ strdup(q->files[r->n[0]].path), r->n[1], r->n[2], r->n[3] };
	return perl->path ? 0 : -ENOMEM;
}

static bool was_asked_for(const struct dump_request *q, pid_t tid)
{
	uint32_t i = 0;

	while (i < q->thread_cnt && q->threads[i].tid != tid)
		i++;
	return i < q->thread_cnt;
}

/* The agent looks up each thread in /proc: only those it asked for, and not too many. */
static int take_interp(struct dump *d, const struct dump_record *r, const struct dump_request *q)
{
	struct dump_interp *interp;
	pid_t tid = (pid_t)r->n[0];

	if (!d->perl_cnt || d->interp_cnt == DUMP_PERLS_MAX * DUMP_INTERPS_MAX ||
	    r->n[1] > STACK_MOVED || (tid && !was_asked_for(q, tid)))
		return -EPROTO;
	interp = ADD(d->interps, d->interp_cnt);
	if (!interp)
		return -ENOMEM;
	*interp = (struct dump_interp){ .addr = r->addr,
					.tid = tid,
					.motion = r->n[1],
					.tries = r->n[2],
					.contexts = r->n[3],
					.why = text_of(d, r->n[4]),
					.op = text_of(d, r->n[5]),
					.xsub = text_of(d, r->n[6]),
					.perl = d->perl_cnt - 1,
					.frame = d->frame_cnt };
	return 0;
}

static int take_frame(struct dump *d, const struct dump_record *r)
{
	struct dump_frame *frame;

	if (!d->interp_cnt || r->n[0] >= CALL_KINDS)
		return -EPROTO;
	frame = ADD(d->frames, d->frame_cnt);
	if (!frame)
		return -ENOMEM;
	*frame = (struct dump_frame){ .kind = r->n[0],
				      .line = r->n[1],
				      .sub = text_of(d, r->n[2]),
				      .file = text_of(d, r->n[3]),
				      .text = text_of(d, r->n[4]),
				      .local = d->local_cnt };
	d->interps[d->interp_cnt - 1].frame_cnt++;
	return 0;
}

static int take_local(struct dump *d, const struct dump_record *r)
{
	struct dump_local *local;

	if (!d->frame_cnt || !text_of(d, r->n[0]) || !text_of(d, r->n[1]))
		return -EPROTO;
	local = ADD(d->locals, d->local_cnt);
	if (!local)
		return -ENOMEM;
	*local = (struct dump_local){ text_of(d, r->n[0]), text_of(d, r->n[1]),
				      text_of(d, r->n[2]) };
	d->frames[d->frame_cnt - 1].local_cnt++;
	return 0;
}

static int take_peek(struct dump *d, const struct dump_record *r, const struct dump_request *q,
		     const void *bytes)
{
	if (r->n[0] >= q->thread_cnt || r->len != q->threads[r->n[0]].peek_len || !bytes)
		return -EPROTO;
	d->peeks[r->n[0]] = bytes;
	return 0;
}

static int take_record(struct dump *d, const struct dump_record *r, const struct dump_request *q,
		       const void *bytes)
{
	switch (r->kind) {
	case RECORD_TEXT:
		return take_text(d, r, bytes);
	case RECORD_PERL:
		return take_perl(d, r, q);
	case RECORD_REFUSED:
		d->refused = text_of(d, r->n[0]);
		return 0;
	case RECORD_INTERP:
		return take_interp(d, r, q);
	case RECORD_FRAME:
		return take_frame(d, r);
	case RECORD_LOCAL:
		return take_local(d, r);
	case RECORD_PEEK:
		return take_peek(d, r, q, bytes);
	}
	return -EPROTO;
}

int dump_answer_take(struct dump *d, const struct dump_request *q)
{
	struct dump_record r;
	const void *bytes;
	size_t at = 0;
	int rc = 0;

	while (!rc && sandbox_answer_copy(d->answer, &at, &r, sizeof(r))) {
		if (r.kind == RECORD_END)
			return 0;
		bytes = r.len ? sandbox_answer_next(d->answer, &at, r.len) : NULL;
		rc = take_record(d, &r, q, bytes);
	}
	return rc ?: -EPROTO;
}
