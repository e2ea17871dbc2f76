// SPDX-License-Identifier: GPL-2.0-or-later
/* A dump as one JSON object, on one line. */
#include <inttypes.h>

#include "dump/show.h"
#include "target/process.h"
#include "text/json.h"

static void put_field(const char *name, const char *text, FILE *out)
{
	fprintf(out, ",\"%s\":", name);
	json_put_string(text, out);
}

static void put_wait(const struct shown_wait *w, FILE *out)
{
	char state[2] = { w->wait.state, '\0' };

	fputs("{\"state\":", out);
	json_put_string(state, out);
	put_field("call", call_name(w->wait.call), out);
	put_field("for", w->object[0] ? w->object : NULL, out);
	put_field("wchan", w->wait.wchan[0] ? w->wait.wchan : NULL, out);
	if (w->since_ns)
		fprintf(out, ",\"since_s\":%.6f}", (double)w->since_ns / 1e9);
	else
		fputs(",\"since_s\":null}", out);
}

static const char *kind_word(enum call_kind kind)
{
	static const char *const words[CALL_KINDS] = {
		[CALL_SUB] = "sub",	    [CALL_FORMAT] = "format",
		[CALL_EVAL] = "eval",	    [CALL_EVAL_TEXT] = "eval_text",
		[CALL_REQUIRE] = "require", [CALL_MAIN] = "main",
	};

	return words[kind];
}

static void put_locals(const struct dump *dump, const struct dump_frame *f, FILE *out)
{
	size_t i;

	fputs(",\"locals\":[", out);
	for (i = 0; i < f->local_cnt; i++) {
		const struct dump_local *l = &dump->locals[f->local + i];

		fputs(i ? ",{\"name\":" : "{\"name\":", out);
		json_put_string(l->name, out);
		put_field("type", l->type, out);
		if (l->value)
			put_field("value", l->value, out);
		putc('}', out);
	}
	putc(']', out);
}

static void put_frame(const struct dump *dump, const struct dump_frame *f, FILE *out)
{
	fputs("{\"kind\":", out);
	json_put_string(kind_word(f->kind), out);
	put_field("sub", f->kind == CALL_MAIN ? "main::RUNTIME" : f->sub, out);
	put_field("file", f->file, out);
	fprintf(out, ",\"line\":%u", f->line);
	if (f->text)
		put_field("text", f->text, out);
	if (f->local_cnt)
		put_locals(dump, f, out);
	putc('}', out);
}

static const char *motion_word(enum stack_motion motion)
{
	return motion == STACK_STOOD ? "no" : motion == STACK_AT_OTHER_OP ? "statement" : "stack";
}

static void put_interp(const struct dump *dump, const struct dump_interp *interp,
		       const struct shown_wait *w, FILE *out)
{
	size_t i;

	fprintf(out, "{\"interpreter\":\"0x%" PRIx64 "\",\"thread\":", interp->addr);
	if (interp->tid)
		fprintf(out, "%d,\"waits\":", interp->tid);
	else
		fputs("null,\"waits\":", out);
	if (interp->tid)
		put_wait(w, out);
	else
		fputs("null", out);
	put_field("op", interp->op, out);
	put_field("xsub", interp->xsub, out);
	put_field("moved", motion_word(interp->motion), out);
	put_field("missing", interp->why, out);
	fprintf(out, ",\"tries\":%u,\"depth\":%zu,\"frames\":[", interp->tries,
		dump_depth(dump, interp));
	for (i = 0; i < interp->frame_cnt; i++) {
		fputs(i ? "," : "", out);
		put_frame(dump, &dump->frames[interp->frame + i], out);
	}
	fputs("]}", out);
}

void show_json(const struct dump *dump, pid_t pid, const struct shown_wait *waits, FILE *out)
{
	const struct dump_perl *perl = &dump->perls[dump->interps[0].perl];
	size_t i;

	fprintf(out, "{\"pid\":%d,\"perl\":\"%u.%u.%u\"", pid, perl->revision, perl->version,
		perl->subversion);
	put_field("executable", perl->path, out);
	fputs(",\"interpreters\":[", out);
	for (i = 0; i < dump->interp_cnt; i++) {
		fputs(i ? "," : "", out);
		put_interp(dump, &dump->interps[i], &waits[i], out);
	}
	fputs("]}\n", out);
}
