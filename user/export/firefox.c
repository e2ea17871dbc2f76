// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * The processed format of the Firefox Profiler, version 48 (docs-developer/CHANGELOG-formats.md),
 * which it upgrades when it reads it.  A thread with tables in columns; a sample for each stack,
 * one after the other, with its time as weight.
 */
#include <inttypes.h>

#include "export/export.h"
#include "profile/profile.h"
#include "stacks/frames.h"
#include "stacks/stacks.h"
#include "text/json.h"

struct thread {
	const struct profile *p;
	const struct stacks *s;
	struct frames frames;
	FILE *out;
};

/* ------------------------------------------------------------------------- columns */

/* "name":[value,value...], each the same. */
static void put_same(FILE *out, const char *name, const char *value, size_t cnt)
{
	size_t i;

	fprintf(out, ",\"%s\":[", name);
	for (i = 0; i < cnt; i++)
		fprintf(out, "%s%s", i ? "," : "", value);
	putc(']', out);
}

/* The numbers from 0 on. */
static void put_numbers(FILE *out, const char *name, size_t cnt)
{
	size_t i;

	fprintf(out, ",\"%s\":[", name);
	for (i = 0; i < cnt; i++)
		fprintf(out, "%s%zu", i ? "," : "", i);
	putc(']', out);
}

/* Lines of frames; null where a sub has none. */
static void put_line_column(const struct thread *t, const char *name)
{
	uint32_t i;

	fprintf(t->out, ",\"%s\":[", name);
	for (i = 0; i < t->frames.cnt; i++) {
		const struct frame *f = &t->frames.all[i];

		fputs(i ? "," : "", t->out);
		if (f->file && f->line)
			fprintf(t->out, "%u", f->line);
		else
			fputs("null", t->out);
	}
	putc(']', t->out);
}

/* --------------------------------------------------------------------------- tables */

/* Names of frames, and behind them those of files by fid. */
static void put_strings(const struct thread *t)
{
	size_t i;

	fputs(",\n\"stringArray\":[", t->out);
	for (i = 0; i < t->frames.cnt; i++) {
		fputs(i ? ",\n" : "", t->out);
		json_put_string(t->frames.all[i].name, t->out);
	}
	for (i = 0; i < t->p->file_cnt; i++) {
		fputs(",\n", t->out);
		json_put_string(t->p->files[i]->name, t->out);
	}
	putc(']', t->out);
}

static void put_functions(const struct thread *t)
{
	uint32_t cnt = t->frames.cnt, i;

	fprintf(t->out, ",\n\"funcTable\":{\"length\":%u", cnt);
	put_numbers(t->out, "name", cnt);
	put_same(t->out, "isJS", "false", cnt);
	put_same(t->out, "relevantForJS", "false", cnt);
	put_same(t->out, "resource", "-1", cnt);
	fputs(",\"fileName\":[", t->out);
	for (i = 0; i < cnt; i++) {
		fputs(i ? "," : "", t->out);
		if (t->frames.all[i].file)
			fprintf(t->out, "%u", cnt + t->frames.all[i].file->fid - 1);
		else
			fputs("null", t->out);
	}
	putc(']', t->out);
	put_line_column(t, "lineNumber");
	put_same(t->out, "columnNumber", "null", cnt);
	putc('}', t->out);
}

static void put_frame_table(const struct thread *t)
{
	static const char *const nulls[] = { "nativeSymbol", "innerWindowID", "implementation",
					     "column" };
	uint32_t cnt = t->frames.cnt;
	size_t i;

	fprintf(t->out, ",\n\"frameTable\":{\"length\":%u", cnt);
	put_numbers(t->out, "func", cnt);
	put_same(t->out, "address", "-1", cnt);
	put_same(t->out, "inlineDepth", "0", cnt);
	put_same(t->out, "category", "0", cnt);
	put_same(t->out, "subcategory", "0", cnt);
	put_line_column(t, "line");
	for (i = 0; i < sizeof(nulls) / sizeof(nulls[0]); i++)
		put_same(t->out, nulls[i], "null", cnt);
	putc('}', t->out);
}

static void put_stack_table(const struct thread *t)
{
	const struct stacks *s = t->s;
	size_t i;

	fprintf(t->out, ",\n\"stackTable\":{\"length\":%zu,\"prefix\":[null", s->cnt);
	for (i = 1; i < s->cnt; i++)
		fprintf(t->out, ",%u", s->all[i].up);
	fputs("],\"frame\":[", t->out);
	for (i = 0; i < s->cnt; i++)
		fprintf(t->out, "%s%u", i ? "," : "", t->frames.of[i]);
	putc(']', t->out);
	put_same(t->out, "category", "0", s->cnt);
	put_same(t->out, "subcategory", "0", s->cnt);
	putc('}', t->out);
}

static void put_ms(FILE *out, int64_t ns)
{
	fprintf(out, "%" PRId64 ".%06" PRId64, ns / 1000000, ns % 1000000);
}

/* Of each stack that has time of its own. */
static void put_samples(const struct thread *t)
{
	const struct stacks *s = t->s;
	const char *comma = "";
	size_t cnt = 0, i;
	int64_t at = 0;

	fputs(",\n\"samples\":{\"weightType\":\"tracing-ms\",\"stack\":[", t->out);
	for (i = 0; i < s->cnt; i++) {
		if (s->all[i].ns)
			fprintf(t->out, "%s%zu", cnt++ ? "," : "", i);
	}
	fputs("],\"weight\":[", t->out);
	for (i = 0; i < s->cnt; i++) {
		if (!s->all[i].ns)
			continue;
		fputs(comma, t->out);
		put_ms(t->out, s->all[i].ns);
		comma = ",";
	}
	fputs("],\"time\":[", t->out);
	for (i = 0, comma = ""; i < s->cnt; i++) {
		if (!s->all[i].ns)
			continue;
		fputs(comma, t->out);
		put_ms(t->out, at);
		at = at > INT64_MAX - s->all[i].ns ? INT64_MAX : at + s->all[i].ns;
		comma = ",";
	}
	fprintf(t->out, "],\"length\":%zu}", cnt);
}

/* ---------------------------------------------------------------------------- whole */

static void put_meta(const struct thread *t)
{
	double start = t->p->start > 0 && t->p->start < 9e9 ? t->p->start : 0;

	fprintf(t->out,
		"{\"meta\":{\"version\":29,\"preprocessedProfileVersion\":48,\"interval\":%.6f,"
		"\"startTime\":%.3f,\"processType\":0,\"stackwalk\":1,\"symbolicated\":true,"
		"\"markerSchema\":[],\n\"categories\":[{\"name\":\"Perl\",\"color\":\"yellow\","
		"\"subcategories\":[\"Other\"]},{\"name\":\"Other\",\"color\":\"grey\","
		"\"subcategories\":[\"Other\"]}],\n\"importedFrom\":\"nytprof-bpf\",\"product\":",
		t->s->hz ? 1000.0 / t->s->hz : 1.0, start * 1000);
	json_put_string(frames_title(t->p), t->out);
	fputs("},\n\"libs\":[],\"pages\":[],\"threads\":[{", t->out);
}

static void put_thread(const struct thread *t)
{
	fputs("\"name\":", t->out);
	json_put_string(frames_title(t->p), t->out);
	fprintf(t->out,
		",\"isMainThread\":true,\"processType\":\"default\",\"pid\":\"%u\",\"tid\":%u,"
		"\"registerTime\":0,\"unregisterTime\":null,\"processStartupTime\":0,"
		"\"processShutdownTime\":null,\"pausedRanges\":[],\n"
		"\"markers\":{\"length\":0,\"data\":[],\"name\":[],\"startTime\":[],"
		"\"endTime\":[],\"phase\":[],\"category\":[]},\n"
		"\"resourceTable\":{\"length\":0,\"lib\":[],\"name\":[],\"host\":[],"
		"\"type\":[]},\n\"nativeSymbols\":{\"length\":0,\"libIndex\":[],"
		"\"address\":[],\"name\":[],\"functionSize\":[]}",
		t->p->pid, t->p->pid);
	put_strings(t);
	put_functions(t);
	put_frame_table(t);
	put_stack_table(t);
	put_samples(t);
}

int export_firefox(const struct profile *p, const struct stacks *s, FILE *out)
{
	struct thread t = { .p = p, .s = s, .out = out };
	int rc = frames_make(&t.frames, p, s);

	if (rc)
		return rc;
	put_meta(&t);
	put_thread(&t);
	fputs("}]}\n", out);
	frames_release(&t.frames);
	return 0;
}
