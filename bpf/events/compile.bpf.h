/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Code is compiled: a string eval, a file, a sub. */
#ifndef NYTPROF_EVENTS_COMPILE_BPF_H
#define NYTPROF_EVENTS_COMPILE_BPF_H

#include "kernel/kernel.bpf.h"
#include "kernel/task.bpf.h"
#include "names/eval.bpf.h"
#include "names/newsub.bpf.h"
#include "names/package.bpf.h"
#include "stmts/stmt.bpf.h"
#include "calls/shadow.bpf.h"
#include "events/event.bpf.h"

/* pp_entereval: the eval that is about to be compiled gets the next number. */
static __always_inline void event_entereval(struct event_now *ev)
{
	if (event_locate_op(ev))
		return;
	if (ev->sh->ended_ns)
		stmt_called_after_end(ev->sh);
	eval_note(ev->sh);
}

/* Perl_lex_start: what is compiled from now on may lie where other code did. */
static __always_inline void event_lex(struct event_now *ev)
{
	ev->sh->code++;
	if (!ev->sh->code)
		ev->sh->code = 1;
}

/* Perl_start_subparse */
static __always_inline void event_subparse(struct event_now *ev)
{
	if (!event_locate(ev))
		subparse_note(ev->sh);
}

/* Perl_newATTRSUB_x and Perl_newMYSUB */
static __always_inline void event_newsub(struct event_now *ev, const struct newsub *n)
{
	if (!event_locate(ev))
		newsub_note(ev->sh, n->floor, n->name, n->proto, n->block);
	alarm_wait(ev->sh->id);
}

#endif
