// SPDX-License-Identifier: GPL-2.0-or-later
/* All that a profile has, as JSON: docs/export.schema.json describes it.  Indices begin with 0. */
#include <inttypes.h>

#include "export/export.h"
#include "profile/profile.h"
#include "profile/kevents.h"
#include "profile/sql.h"
#include "stacks/stacks.h"
#include "text/json.h"

static void put_attrs(const char *key, const struct profile_attr *attrs, size_t cnt, FILE *out)
{
	size_t i;

	fprintf(out, ",\n\"%s\":{", key);
	for (i = 0; i < cnt; i++) {
		if (i)
			putc(',', out);
		json_put_string(attrs[i].key, out);
		putc(':', out);
		json_put_string(attrs[i].value, out);
	}
	putc('}', out);
}

static void put_head(const struct profile *p, const struct stacks *s, FILE *out)
{
	fprintf(out, "{\"format\":\"nytprof-bpf profile\",\"version\":1,\n\"application\":");
	json_put_string(profile_attr(p, "application"), out);
	fprintf(out, ",\"pid\":%u,\"ppid\":%u,\"start\":%.6f,\"end\":%.6f,\"mode\":\"%s\"", p->pid,
		p->ppid, p->start, p->end,
		p->estimates ? "burst" :
		s->hz	     ? "samples" :
			       "exact");
	if (p->estimates)
		fprintf(out, ",\"windows\":%u", p->estimates->windows);
	if (s->hz)
		fprintf(out, ",\"samples_per_second\":%u", s->hz);
	put_attrs("attributes", p->attrs, p->attr_cnt, out);
	put_attrs("options", p->options, p->option_cnt, out);
}

static int64_t above_0(int64_t ns)
{
	return ns > 0 ? ns : 0;
}

static void put_totals(const struct profile *p, const struct stacks *s, FILE *out)
{
	struct profile_totals t;

	profile_totals(p, &t);
	fprintf(out,
		",\n\"totals\":{\"statements\":%" PRIu64 ",\"lines\":%" PRIu64
		",\"statement_ns\":%" PRId64 ",\"calls\":%" PRIu64 ",\"subs\":%" PRIu64
		",\"stack_ns\":%" PRId64 "}",
		t.stmts, t.lines, above_0(s->stmt_ns), t.sub_calls, t.subs, s->all[0].total_ns);
}

/* ------------------------------------------------------------------- files, subs, calls */

static void put_lines(const struct profile_file *file, FILE *out)
{
	const char *comma = "";
	uint32_t nr;

	for (nr = profile_next_line(file, 0); nr != LINE_NONE;
	     nr = profile_next_line(file, nr + 1)) {
		struct profile_line line = profile_line(file, nr);

		fprintf(out, "%s[%u,%" PRIu64 ",%" PRId64 "]", comma, nr, line.cnt,
			line.ns > 0 ? line.ns : 0);
		comma = ",";
	}
}

static void put_files(const struct profile *p, FILE *out)
{
	size_t i;

	fputs(",\n\"files\":[", out);
	for (i = 0; i < p->file_cnt && !ferror(out); i++) {
		const struct profile_file *file = p->files[i];

		fputs(i ? ",\n{\"name\":" : "\n{\"name\":", out);
		json_put_string(file->name, out);
		if (profile_find_fid(p, file->eval_fid))
			fprintf(out, ",\"eval_in\":{\"file\":%u,\"line\":%u}", file->eval_fid - 1,
				file->eval_line);
		fputs(",\"lines\":[", out);
		put_lines(file, out);
		fputs("]}", out);
	}
	putc(']', out);
}

static void put_subs(const struct profile *p, FILE *out)
{
	size_t i;

	fputs(",\n\"subs\":[", out);
	for (i = 0; i < p->sub_cnt && !ferror(out); i++) {
		const struct profile_sub *sub = p->subs[i];

		fputs(i ? ",\n{\"name\":" : "\n{\"name\":", out);
		json_put_string(sub->name, out);
		fprintf(out, ",\"xsub\":%s", sub->xsub ? "true" : "false");
		if (!sub->xsub && profile_find_fid(p, sub->fid))
			fprintf(out, ",\"file\":%u,\"first_line\":%u,\"last_line\":%u",
				sub->fid - 1, sub->first, sub->last);
		putc('}', out);
	}
	putc(']', out);
}

static void put_calls(const struct profile *p, FILE *out)
{
	const struct profile_call *call;
	const char *comma = "\n";

	fputs(",\n\"calls\":[", out);
	for (call = p->calls; call && !ferror(out); call = call->hh.next) {
		fprintf(out, "%s{\"caller\":%u,\"callee\":%u", comma, call->id.caller,
			call->id.callee);
		if (profile_find_fid(p, call->id.fid))
			fprintf(out, ",\"file\":%u,\"line\":%u", call->id.fid - 1, call->id.line);
		fprintf(out,
			",\"count\":%" PRIu64 ",\"inclusive_ns\":%" PRId64
			",\"exclusive_ns\":%" PRId64 ",\"recursive_ns\":%" PRId64
			",\"recursion_depth\":%u}",
			call->counts.cnt, above_0(call->counts.incl_ns),
			above_0(call->counts.excl_ns), above_0(call->counts.reci_ns),
			call->counts.rec_depth);
		comma = ",\n";
	}
	putc(']', out);
}

static void put_sql(const struct profile *p, FILE *out)
{
	const struct profile_sql *row;
	const char *comma = "\n";

	if (!p->sqls.rows)
		return;
	fputs(",\n\"sql\":[", out);
	for (row = p->sqls.rows; row && !ferror(out); row = row->hh.next) {
		fprintf(out, "%s{\"statement\":", comma);
		json_put_string(profile_sql_text(p, row), out);
		if (profile_find_fid(p, row->id.fid))
			fprintf(out, ",\"file\":%u,\"line\":%u,\"sub\":%u", row->id.fid - 1,
				row->id.line, row->id.sub);
		fprintf(out,
			",\"count\":%" PRIu64 ",\"ns\":%" PRIu64 ",\"prepared\":%" PRIu64
			",\"prepare_ns\":%" PRIu64 "}",
			row->sum.cnt, row->sum.ns, row->sum.prepare_cnt, row->sum.prepare_ns);
		comma = ",\n";
	}
	putc(']', out);
}

static void put_event(const struct profile *p, const struct profile_kevent *row, FILE *out)
{
	static const char *const wheres[KEVENT_WHERES] = { [KEVENT_AT_SUB] = "sub",
							   [KEVENT_AT_PERL] = "perl",
							   [KEVENT_AT_UNKNOWN] = "unknown",
							   [KEVENT_AT_FLOOD] = "too many" };
	const struct kevent_stack *s = profile_kevent_caller(p, row->id.stack);

	fputs("{\"event\":", out);
	json_put_string(profile_kevent_event(p, row), out);
	fputs(",\"detail\":", out);
	json_put_string(profile_kevent_detail(p, row), out);
	fprintf(out, ",\"where\":\"%s\"", wheres[row->id.where]);
	if (row->id.where == KEVENT_AT_SUB)
		fprintf(out, ",\"sub\":%u", row->id.sub);
	if (profile_find_fid(p, row->id.fid))
		fprintf(out, ",\"file\":%u,\"line\":%u", row->id.fid - 1, row->id.line);
	fputs(",\"stack\":[", out);
	for (; s; s = profile_kevent_caller(p, s->id.up))
		fprintf(out, "%u%s", s->id.sub, s->id.up ? "," : "");
	fprintf(out,
		"],\"count\":%" PRIu64 ",\"errors\":%" PRIu64 ",\"bytes\":%" PRId64
		",\"ns\":%" PRIu64 "}",
		(uint64_t)row->sum.cnt, (uint64_t)row->sum.errors, (int64_t)row->sum.bytes,
		(uint64_t)row->sum.ns);
}

static void put_events(const struct profile *p, FILE *out)
{
	const struct profile_kevent *row;
	const char *comma = "\n";

	if (!p->kevents.rows)
		return;
	fputs(",\n\"events\":[", out);
	for (row = p->kevents.rows; row && !ferror(out); row = row->hh.next) {
		fputs(comma, out);
		put_event(p, row, out);
		comma = ",\n";
	}
	putc(']', out);
}

/* --------------------------------------------------------------------------- stacks */

static void put_stacks(const struct profile *p, const struct stacks *s, FILE *out)
{
	size_t i;

	fprintf(out, ",\n\"stacks\":{\"known\":%s,\"counts_are_estimates\":%s,\"nodes\":[",
		s->pairs ? "false" : "true", s->shared_cnts || s->hz ? "true" : "false");
	for (i = 0; i < s->cnt && !ferror(out); i++) {
		const struct stack *stack = &s->all[i];

		fputs(i ? ",\n{\"name\":" : "\n{\"name\":", out);
		json_put_string(stack_name(p, stack), out);
		if (stack->sub < p->sub_cnt)
			fprintf(out, ",\"sub\":%u", stack->sub);
		if (i)
			fprintf(out, ",\"caller\":%u", stack->up);
		fprintf(out,
			",\"count\":%" PRIu64 ",\"exclusive_ns\":%" PRId64
			",\"inclusive_ns\":%" PRId64 "}",
			stack->cnt, stack->ns, stack->total_ns);
	}
	fputs("]}", out);
}

int export_json(const struct profile *p, const struct stacks *s, FILE *out)
{
	put_head(p, s, out);
	put_totals(p, s, out);
	put_files(p, out);
	put_subs(p, out);
	put_calls(p, out);
	put_sql(p, out);
	put_events(p, out);
	put_stacks(p, s, out);
	fputs("}\n", out);
	return 0;
}
