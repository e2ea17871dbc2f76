// SPDX-License-Identifier: GPL-2.0-or-later
/* A dump as text: a line for each thread, and one for each frame. */
#include "dump/show.h"

#include <inttypes.h>
#include <string.h>

#include "target/process.h"
#include "text/plain.h"

#define SOURCE_SHOWN 60 /* bytes of an eval's text */

const char *show_motion(const struct dump_interp *interp)
{
	switch (interp->motion) {
	case STACK_AT_OTHER_OP:
		return "it ran on while it was read: the calls are right, the first line was so a "
		       "moment ago";
	case STACK_MOVED:
		return "the stack moved while it was read: some calls may be of another moment";
	default:
		return NULL;
	}
}

/* A target chose the text. */
static void put(const char *text, FILE *out)
{
	plain_print(text, out);
}

static void put_wait(const struct shown_wait *w, FILE *out)
{
	const char *call = call_name(w->wait.call);

	put(wait_state(&w->wait), out);
	if (w->wait.call >= 0 && call) {
		fprintf(out, " in %s", call);
	} else if (w->wait.call >= 0) {
		fprintf(out, " in system call %d", w->wait.call);
	} else if (w->wait.wchan[0]) {
		fputs(" in ", out);
		put(w->wait.wchan, out);
	}
	if (w->since_ns)
		fprintf(out, ", %.*f s so far", w->since_ns < 100000000 ? 4 : 1,
			(double)w->since_ns / 1e9);
	if (w->object[0]) {
		fputs(": ", out);
		put(w->object, out);
	}
}

static void put_interp(const struct dump *dump, const struct dump_interp *interp,
		       const struct shown_wait *w, FILE *out)
{
	char comm[32];

	if (interp->tid) {
		process_comm(interp->tid, comm);
		fprintf(out, "thread %d (", interp->tid);
		put(comm, out);
		fputs(") ", out);
		put_wait(w, out);
	} else {
		fprintf(out, "interpreter 0x%" PRIx64 ", of which no thread is known to run it",
			interp->addr);
	}
	if (interp->op) {
		fputs("; op ", out);
		put(interp->op, out);
	}
	if (interp->xsub) {
		fputs(" of ", out);
		put(interp->xsub, out);
	}
	fprintf(out, "; depth %s%zu\n", interp->why ? "more than " : "", dump_depth(dump, interp));
	if (show_motion(interp))
		fprintf(out, "  (%s; tried %u times)\n", show_motion(interp), interp->tries);
}

/* Without line breaks, which begin no frame. */
static void put_source(const char *text, FILE *out)
{
	char cut[SOURCE_SHOWN + 1];
	size_t len = strlen(text), i;
	bool is_cut = len > SOURCE_SHOWN;

	len = is_cut ? SOURCE_SHOWN : len;
	memcpy(cut, text, len);
	cut[len] = '\0';
	for (i = 0; i < len; i++) {
		if (cut[i] == '\n' || cut[i] == '\t')
			cut[i] = ' ';
	}
	put(cut, out);
	fputs(is_cut ? "..." : "", out);
}

static void put_frame_name(const struct dump_frame *f, FILE *out)
{
	switch (f->kind) {
	case CALL_EVAL:
		fputs("eval {...}", out);
		break;
	case CALL_EVAL_TEXT:
		fputs("eval '", out);
		put_source(f->text ?: "...", out);
		fputs("'", out);
		break;
	case CALL_REQUIRE:
		fputs("require ", out);
		put(f->text ?: "?", out);
		break;
	case CALL_FORMAT:
		fputs("format ", out);
		/* fallthrough */
	case CALL_SUB:
		put(f->sub ?: "(unknown)", out);
		break;
	default:
		fputs("main::RUNTIME", out);
	}
}

static void put_local(const struct dump_local *l, FILE *out)
{
	fputs("        ", out);
	put(l->name, out);
	fputs("  ", out);
	put(l->type, out);
	if (l->value) {
		fputs(" = ", out);
		put(l->value, out);
	}
	putc('\n', out);
}

static void put_frame(const struct dump *dump, const struct dump_frame *f, size_t nr, FILE *out)
{
	size_t i;

	fprintf(out, "  #%-3zu ", nr);
	put_frame_name(f, out);
	fputs(" at ", out);
	put(f->file ?: "(unknown)", out);
	fprintf(out, ":%u\n", f->line);
	for (i = 0; i < f->local_cnt; i++)
		put_local(&dump->locals[f->local + i], out);
}

static void put_perl(const struct dump_perl *perl, FILE *out)
{
	put(perl->path, out);
	fprintf(out, " (perl %u.%u.%u)\n", perl->revision, perl->version, perl->subversion);
}

void show_text(const struct dump *dump, pid_t pid, const struct shown_wait *waits, FILE *out)
{
	size_t i, j;

	for (i = 0; i < dump->interp_cnt; i++) {
		const struct dump_interp *interp = &dump->interps[i];

		if (!i || interp->perl != interp[-1].perl) {
			fprintf(out, "process %d: ", pid);
			put_perl(&dump->perls[interp->perl], out);
		}
		put_interp(dump, interp, &waits[i], out);
		for (j = 0; j < interp->frame_cnt; j++)
			put_frame(dump, &dump->frames[interp->frame + j], j, out);
	}
}
