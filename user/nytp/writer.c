// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * Profile to NYTProf file, record by record.  A line that ran N times is N records, as the
 * format has no count: one with all the ticks, the others equal and empty.
 */
#include "nytp.h"

#include <errno.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "records/encode.h"
#include "records/format.h"
#include "nytp/order.h"
#include "nytp/packages.h"
#include "records/sink.h"
#include "nytp/source_records.h"
#include "nytp/kevent_records.h"
#include "nytp/sql_records.h"
#include "nytp/estimate_records.h"
#include "nytp/wait_records.h"
#include "profile/consistent.h"
#include "profile/profile.h"
#include "util/cleanup.h"
#include "util/error.h"
#include "util/sort.h"

static void put_text(struct sink *s, const char *text)
{
	sink_put(s, text, strlen(text));
}

static void put_setting(struct sink *s, enum nytp_tag tag, const char *key, const char *value)
{
	nytp_put_tag(s, tag);
	put_text(s, key);
	put_text(s, "=");
	put_text(s, value);
	put_text(s, "\n");
}

/*
 * What every profile says of its own recording is a comment to the stock readers: nytprofmerge
 * warns of each attribute that it does not know and that two profiles have.
 */
static bool is_remark(const char *key)
{
	static const char *const remarks[] = {
		"agent_waited_us", "agent_waiting_us", "agent_wall_us",	      "agent_host",
		"agent_command",   "agent_unit",       "agent_uid",	      "agent_pid",
		"agent_top_sub",   "agent_probe_ns",   "agent_below_zero_us", "agent_comm",
		"agent_cgroup",
	};
	size_t i;

	for (i = 0; i < sizeof(remarks) / sizeof(remarks[0]); i++) {
		if (!strcmp(key, remarks[i]))
			return true;
	}
	return !strncmp(key, PROFILE_TICKS_IN, strlen(PROFILE_TICKS_IN));
}

static void put_attribute(struct sink *s, const char *key, const char *value)
{
	char remark[64];

	snprintf(remark, sizeof(remark), " %s", key);
	if (is_remark(key))
		put_setting(s, NYTP_COMMENT, remark, value);
	else
		put_setting(s, NYTP_ATTRIBUTE, key, value);
}

static void put_text_records(struct sink *s, const struct profile *p)
{
	char text[64];
	size_t i;

	snprintf(text, sizeof(text), "NYTProf %d %d\n", NYTP_MAJOR, NYTP_MINOR);
	put_text(s, text);
	if (p->comment) {
		nytp_put_tag(s, NYTP_COMMENT);
		put_text(s, p->comment);
		put_text(s, "\n");
	}
	for (i = 0; i < p->attr_cnt; i++)
		put_attribute(s, p->attrs[i].key, p->attrs[i].value);
	snprintf(text, sizeof(text), "%llu", (unsigned long long)p->ticks_per_sec);
	put_setting(s, NYTP_ATTRIBUTE, "ticks_per_sec", text);
	for (i = 0; i < p->option_cnt; i++)
		put_setting(s, NYTP_OPTION, p->options[i].key, p->options[i].value);
}

static void put_files(struct sink *s, const struct order *o)
{
	size_t i;

	for (i = 0; i < o->written; i++) {
		const struct profile_file *file = o->files[i];

		nytp_put_tag(s, NYTP_NEW_FID);
		nytp_put_u32(s, o->fids[file->fid]);
		nytp_put_u32(s, o->fids[file->eval_fid]);
		nytp_put_u32(s, file->eval_line);
		nytp_put_u32(s, file->flags);
		nytp_put_u32(s, 0); /* size and mtime: NYTProf writes 0, nobody reads them */
		nytp_put_u32(s, 0);
		nytp_put_string(s, file->name);
	}
}

/* A statement record's bytes; with the lines of its block and sub, if they are known. */
static size_t encode_stmt(uint8_t *p, uint32_t ticks, uint32_t fid, const struct block_id *at)
{
	size_t len = 0;

	p[len++] = at->block_line ? NYTP_TIME_BLOCK : NYTP_TIME_LINE;
	len += nytp_encode_u32(p + len, ticks);
	len += nytp_encode_u32(p + len, fid);
	len += nytp_encode_u32(p + len, at->line);
	if (at->block_line) {
		len += nytp_encode_u32(p + len, at->block_line);
		len += nytp_encode_u32(p + len, at->sub_line);
	}
	return len;
}

/*
 * cnt records, the first of which carry the ticks: all that fit into one, and so on.  Where
 * they need more records than there are, the others are discounted.
 */
static void put_stmt(struct sink *s, uint64_t cnt, uint64_t ticks, uint32_t fid,
		     const struct block_id *at)
{
	uint8_t bytes[1 + 5 * NYTP_U32_MAX_BYTES];

	while (ticks && !sink_error(s)) {
		uint32_t part = ticks > NYTP_TICKS_MAX ? NYTP_TICKS_MAX : (uint32_t)ticks;

		if (cnt)
			cnt--;
		else
			nytp_put_tag(s, NYTP_DISCOUNT);
		sink_put(s, bytes, encode_stmt(bytes, part, fid, at));
		ticks -= part;
	}
	sink_put_repeated(s, bytes, encode_stmt(bytes, 0, fid, at), cnt);
}

static int by_lines(const void *one, const void *other)
{
	const struct block_id *a = &(*(const struct profile_block *const *)one)->id;
	const struct block_id *b = &(*(const struct profile_block *const *)other)->id;

	if (a->line != b->line)
		return a->line < b->line ? -1 : 1;
	if (a->block_line != b->block_line)
		return a->block_line < b->block_line ? -1 : 1;
	return (a->sub_line > b->sub_line) - (a->sub_line < b->sub_line);
}

static int put_blocks(struct sink *s, const struct profile *p, const struct profile_file *file,
		      uint32_t fid)
{
	size_t cnt = HASH_COUNT(file->blocks), i = 0;
	const struct profile_block **sorted = calloc(cnt, sizeof(*sorted)), *block;

	if (!sorted)
		return -ENOMEM;
	for (block = file->blocks; block; block = block->hh.next)
		sorted[i++] = block;
	sort(sorted, cnt, sizeof(*sorted), by_lines);
	for (i = 0; i < cnt; i++)
		put_stmt(s, sorted[i]->counts.cnt,
			 nytp_to_ticks(sorted[i]->counts.ns, p->ticks_per_sec), fid,
			 &sorted[i]->id);
	free(sorted);
	return 0;
}

static int put_lines(struct sink *s, const struct profile *p, const struct order *o)
{
	struct block_id at = {};
	struct profile_line line;
	size_t i;
	int rc = 0;

	for (i = 0; i < p->file_cnt && !rc; i++) {
		const struct profile_file *file = o->files[i];

		if (file->blocks) {
			rc = put_blocks(s, p, file, o->fids[file->fid]);
			continue;
		}
		for (at.line = profile_next_line(file, 0); at.line != LINE_NONE;
		     at.line = profile_next_line(file, at.line + 1)) {
			line = profile_line(file, at.line);
			put_stmt(s, line.cnt, nytp_to_ticks(line.ns, p->ticks_per_sec),
				 o->fids[file->fid], &at);
		}
	}
	return rc;
}

static void put_sub_infos(struct sink *s, const struct profile *p, const struct order *o,
			  const struct packages *packages)
{
	size_t i;

	for (i = 0; i < p->sub_cnt; i++) {
		const struct profile_sub *sub = o->subs[i];
		uint32_t fid = sub->xsub ? packages_fid(packages, sub->name) : o->fids[sub->fid];

		if (!fid || fid > p->file_cnt)
			continue; /* a caller that is no sub: main::NULL */
		nytp_put_tag(s, NYTP_SUB_INFO);
		nytp_put_u32(s, fid);
		nytp_put_string(s, sub->name);
		nytp_put_u32(s, sub->xsub ? 0 : sub->first);
		nytp_put_u32(s, sub->xsub ? 0 : sub->last);
	}
}

static void put_call(struct sink *s, const struct order *o, const struct call_id *id, uint32_t cnt,
		     const struct profile_counts *times)
{
	const struct profile_sub *caller = o->subs[o->sub_ranks[id->caller]],
				 *callee = o->subs[o->sub_ranks[id->callee]];

	nytp_put_tag(s, NYTP_SUB_CALLERS);
	nytp_put_u32(s, o->fids[id->fid]);
	nytp_put_u32(s, id->line);
	nytp_put_string(s, caller->name);
	nytp_put_u32(s, cnt);
	nytp_put_nv(s, nytp_to_seconds(times->incl_ns));
	nytp_put_nv(s, nytp_to_seconds(times->excl_ns));
	nytp_put_nv(s, nytp_to_seconds(times->reci_ns));
	nytp_put_u32(s, times->rec_depth);
	nytp_put_string(s, callee->name);
}

/* A record from file 0 is no call, it says that the sub is an xsub. */
static void put_xsub_mark(struct sink *s, const struct profile_sub *xsub)
{
	nytp_put_tag(s, NYTP_SUB_CALLERS);
	nytp_put_u32(s, 0);
	nytp_put_u32(s, 0);
	nytp_put_string(s, "");
	nytp_put_u32(s, 0);
	nytp_put_nv(s, 0);
	nytp_put_nv(s, 0);
	nytp_put_nv(s, 0);
	nytp_put_u32(s, 0);
	nytp_put_string(s, xsub->name);
}

static void put_calls(struct sink *s, const struct profile *p, const struct order *o,
		      const struct profile_counts *counts)
{
	static const struct profile_counts no_time;
	size_t i;

	for (i = 0; i < p->sub_cnt; i++) {
		if (o->subs[i]->xsub && o->subs[i]->called)
			put_xsub_mark(s, o->subs[i]);
	}
	for (i = 0; i < o->call_cnt; i++) {
		const struct profile_call *call = o->calls[i];
		uint64_t cnt = counts[i].cnt;

		/* More calls than one record can say make several, which the readers add up. */
		for (; cnt > UINT32_MAX; cnt -= UINT32_MAX)
			put_call(s, o, &call->id, UINT32_MAX, &no_time);
		put_call(s, o, &call->id, (uint32_t)cnt, &counts[i]);
	}
}

static void put_return(struct sink *s, const struct profile *p, const struct call_walk *at,
		       uint64_t incl, uint64_t excl)
{
	nytp_put_tag(s, NYTP_SUB_RETURN);
	nytp_put_u32(s, at->depth);
	nytp_put_nv(s, (double)incl);
	nytp_put_nv(s, (double)excl);
	nytp_put_string(s, p->subs[at->node->sub]->name);
}

/*
 * One return for each context, with the time of all its calls, those it called before it: the
 * order in which nytprofcalls can make a tree of it.  With counts, the other calls follow
 * without time.
 */
static void put_call_tree(struct sink *s, const struct profile *p, struct call_node *first,
			  bool counts)
{
	struct call_walk at = call_walk_begin(first);
	uint64_t i;

	for (; at.node && !sink_error(s); call_walk_next(&at)) {
		const struct call_times times = consistent_node(at.node);

		put_return(s, p, &at, nytp_to_ticks(times.incl_ns, p->ticks_per_sec),
			   nytp_to_ticks(times.excl_ns, p->ticks_per_sec));
		for (i = 1; counts && i < at.node->cnt && !sink_error(s); i++)
			put_return(s, p, &at, 0, 0);
	}
}

static void put_start(struct sink *s, const struct profile *p)
{
	nytp_put_tag(s, NYTP_PID_START);
	nytp_put_u32(s, p->pid);
	nytp_put_u32(s, p->ppid);
	nytp_put_nv(s, p->start);
}

static void put_end(struct sink *s, const struct profile *p)
{
	nytp_put_tag(s, NYTP_PID_END);
	nytp_put_u32(s, p->pid);
	nytp_put_nv(s, p->end);
}

static int put_records(struct sink *s, const struct profile *p, const struct order *o,
		       const struct profile_counts *counts, const struct nytp_settings *settings)
{
	struct source_records *sources = source_records_begin(o, settings);
	struct packages *packages = packages_new(p, o);
	int rc = sources && packages ? 0 : -ENOMEM;

	put_files(s, o);
	rc = put_lines(s, p, o) ?: rc;
	if (sources)
		source_records_put(sources, s);
	if (packages)
		put_sub_infos(s, p, o, packages);
	packages_free(packages);
	put_calls(s, p, o, counts);
	return rc;
}

int nytp_write(struct profile *profile, FILE *out, const struct nytp_settings *settings,
	       struct error *err)
{
	struct sink *s = sink_new(out);
	struct order order = {};
	struct call_node *tree = NULL;
	struct profile_counts *counts __cleanup(free_ptr) = NULL;
	int rc = order_make(&order, profile), end_rc;

	if (!rc)
		rc = call_tree_link(&profile->call_tree, order.sub_ranks, &tree);
	if (!rc)
		counts = consistent_calls(order.calls, order.call_cnt, tree);
	if (!s || !counts) {
		order_release(&order);
		if (s)
			sink_end(s);
		return error_set(err, ENOMEM, "out of memory");
	}
	/* All text records before the deflated part: the stock reader garbles one that crosses
	 * the end of its 160 KB window. */
	put_text_records(s, profile);
	rc = wait_records_put(s, profile) ?: sql_records_put(s, profile);
	estimate_records_put(s, profile);
	rc = rc ?: kevent_records_put(s, profile);
	if (settings->compress && !rc)
		rc = sink_start_deflate(s, settings->compress);
	if (!rc) {
		put_start(s, profile);
		rc = put_records(s, profile, &order, counts, settings);
		put_call_tree(s, profile, settings->calls ? tree : NULL, settings->calls > 1);
		put_end(s, profile);
	}
	end_rc = sink_end(s);
	rc = rc ?: end_rc;
	order_release(&order);
	if (rc)
		error_set(err, -rc, "can't write the profile: %s", strerror(-rc));
	return rc;
}
