// SPDX-License-Identifier: GPL-2.0-or-later
/* The tables of a request of OTLP, which its profiles share: strings, functions, locations, stacks. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "export/text.h"
#include "profile/profile.h"
#include "push/otlp_parts.h"
#include "stacks/frames.h"
#include "stacks/lines.h"
#include "stacks/stacks.h"
#include "util/cleanup.h"

static void *make(struct otlp *r, size_t cnt, size_t size)
{
	void *all = calloc(cnt + 1, size);

	r->failed |= !all;
	return all;
}

void otlp_release(struct otlp *r)
{
	size_t i;

	for (i = 0; i < r->string_cnt; i++)
		free(r->strings[i]);
	free(r->strings);
	free(r->functions);
	free(r->function_table);
	free(r->locations);
	free(r->location_table);
	free(r->lines);
	free(r->line_table);
	free(r->stacks);
	free(r->stack_table);
	free(r->samples);
	free(r->sample_table);
	free(r->sample_values);
	free(r->indices);
}

/* As UTF-8, which strings of a message must be. There is room: see make_room(). */
int32_t otlp_add_string(struct otlp *r, const char *text)
{
	char *copy = NULL;
	size_t len;
	FILE *out = r->string_cnt < r->string_room ? open_memstream(&copy, &len) : NULL;

	if (out) {
		text_put_utf8(text, strlen(text), out);
		fclose(out);
	}
	if (!copy) {
		r->failed = true;
		return 0;
	}
	r->strings[r->string_cnt] = copy;
	return (int32_t)r->string_cnt++;
}

size_t otlp_first_line(const struct stacks *s)
{
	return s->cnt + 1;
}

size_t otlp_first_event(const struct stacks *s)
{
	return otlp_first_line(s) + s->line_cnt;
}

static size_t location_cnt_of(const struct stacks *s)
{
	size_t cnt = 0, i;

	for (i = 0; i < s->cnt; i++)
		cnt += s->all[i].depth + 1;
	return cnt;
}

static void make_room(struct otlp *r, const struct profile *p, const struct frames *frames,
		      const struct stacks *s)
{
	const size_t kind_cnt = s->events ? s->events->kind_cnt : 0;
	const size_t event_cnt = s->events ? s->events->tree.cnt : 0;
	const size_t frame_cnt = frames->cnt + 1ull, location_cnt = frame_cnt + s->line_cnt;
	const size_t stack_cnt = otlp_first_event(s) + event_cnt;
	const size_t sample_cnt = TIMES_MAX * otlp_first_event(s) + kind_cnt * event_cnt;
	size_t depth = location_cnt_of(s) + s->line_cnt;

	if (s->events)
		depth += location_cnt_of(&s->events->tree);
	r->string_room = frames->cnt + p->file_cnt + 20ull + 4 * kind_cnt;
	r->strings = make(r, r->string_room, sizeof(*r->strings));
	r->functions = make(r, frame_cnt, sizeof(*r->functions));
	r->function_table = make(r, frame_cnt, sizeof(*r->function_table));
	r->locations = make(r, location_cnt, sizeof(*r->locations));
	r->location_table = make(r, location_cnt, sizeof(*r->location_table));
	r->lines = make(r, location_cnt, sizeof(*r->lines));
	r->line_table = make(r, location_cnt, sizeof(*r->line_table));
	r->stacks = make(r, stack_cnt, sizeof(*r->stacks));
	r->stack_table = make(r, stack_cnt, sizeof(*r->stack_table));
	r->samples = make(r, sample_cnt, sizeof(*r->samples));
	r->sample_table = make(r, sample_cnt, sizeof(*r->sample_table));
	r->sample_values = make(r, sample_cnt, sizeof(*r->sample_values));
	r->indices = make(r, depth, sizeof(*r->indices));
}

static void add_frames(struct otlp *r, const struct profile *p, const struct frames *frames,
		       int32_t *files)
{
	uint32_t i;

	for (i = 0; i < p->file_cnt; i++)
		files[i + 1] = otlp_add_string(r, p->files[i]->name);
	for (i = 0; i <= frames->cnt; i++) {
		const struct frame *f = &frames->all[i ? i - 1 : 0];
		Receivers__Function *function = &r->functions[i];

		*function = (Receivers__Function)RECEIVERS__FUNCTION__INIT;
		r->locations[i] = (Receivers__Location)RECEIVERS__LOCATION__INIT;
		r->function_table[i] = function;
		r->location_table[i] = &r->locations[i];
		if (!i)
			continue;
		function->name_strindex = otlp_add_string(r, f->name);
		function->filename_strindex = f->file ? files[f->file->fid] : 0;
		function->start_line = f->line;
		r->lines[i] = (Receivers__Line)RECEIVERS__LINE__INIT;
		r->lines[i].function_index = (int32_t)i;
		r->lines[i].line = f->line;
		r->line_table[i] = &r->lines[i];
		r->locations[i].lines = &r->line_table[i];
		r->locations[i].n_lines = 1;
	}
	r->dictionary.function_table = r->function_table;
	r->dictionary.location_table = r->location_table;
	r->dictionary.n_function_table = r->dictionary.n_location_table = frames->cnt + 1ull;
}

/* Behind those of the frames: a location for each line. */
static void add_lines(struct otlp *r, const struct frames *frames, const struct stacks *s)
{
	size_t i, nr;

	for (i = 0; i < s->line_cnt; i++) {
		nr = r->dictionary.n_location_table++;
		r->lines[nr] = (Receivers__Line)RECEIVERS__LINE__INIT;
		r->lines[nr].function_index = (int32_t)frames->of_lines[i] + 1;
		r->lines[nr].line = s->lines[i].line;
		r->line_table[nr] = &r->lines[nr];
		r->locations[nr] = (Receivers__Location)RECEIVERS__LOCATION__INIT;
		r->locations[nr].lines = &r->line_table[nr];
		r->locations[nr].n_lines = 1;
		r->location_table[nr] = &r->locations[nr];
	}
}

/* The next one, whose locations the caller adds. */
static Receivers__Stack *add_stack(struct otlp *r, int32_t *locations)
{
	const size_t nr = r->dictionary.n_stack_table++;
	Receivers__Stack *stack = &r->stacks[nr];

	*stack = (Receivers__Stack)RECEIVERS__STACK__INIT;
	stack->location_indices = locations;
	r->stack_table[nr] = stack;
	return stack;
}

/* of: the frame of each node. Returns where further locations go. */
static int32_t *add_tree(struct otlp *r, const struct stacks *s, const uint32_t *of, int32_t *next)
{
	uint32_t chain[STACKS_DEPTH_MAX + 2], depth, at;
	size_t i;

	for (i = 0; i < s->cnt; i++) {
		Receivers__Stack *stack = add_stack(r, next);

		depth = stack_chain(s, i, chain);
		stack->n_location_indices = depth + 1ull;
		for (at = 0; at <= depth; at++)
			*next++ = (int32_t)of[chain[depth - at]] + 1;
	}
	return next;
}

static void add_stacks(struct otlp *r, const struct frames *frames, const struct stacks *s)
{
	int32_t *next = r->indices;
	size_t i;

	add_stack(r, next);
	next = add_tree(r, s, frames->of, next);
	for (i = 0; i < s->line_cnt; i++) {
		add_stack(r, next)->n_location_indices = 1;
		*next++ = (int32_t)(frames->cnt + 1 + i);
	}
	if (s->events)
		add_tree(r, &s->events->tree, frames->of_events, next);
	r->dictionary.stack_table = r->stack_table;
}

static void add_zeros(struct otlp *r)
{
	r->no_mapping = (Receivers__Mapping)RECEIVERS__MAPPING__INIT;
	r->mapping_table[0] = &r->no_mapping;
	r->dictionary.mapping_table = r->mapping_table;
	r->no_link = (Receivers__Link)RECEIVERS__LINK__INIT;
	r->link_table[0] = &r->no_link;
	r->dictionary.link_table = r->link_table;
	r->no_attribute = (Receivers__KeyValueAndUnit)RECEIVERS__KEY_VALUE_AND_UNIT__INIT;
	r->no_attribute_table[0] = &r->no_attribute;
	r->dictionary.attribute_table = r->no_attribute_table;
	r->dictionary.n_mapping_table = r->dictionary.n_link_table =
		r->dictionary.n_attribute_table = 1;
}

int otlp_make_tables(struct otlp *r, const struct profile *p, const struct frames *frames,
		     const struct stacks *s)
{
	int32_t *files __cleanup(free_ptr) = calloc(p->file_cnt + 1, sizeof(*files));

	make_room(r, p, frames, s);
	if (r->failed || !files)
		return -ENOMEM;
	r->dictionary = (Receivers__Dictionary)RECEIVERS__DICTIONARY__INIT;
	otlp_add_string(r, "");
	add_zeros(r);
	add_frames(r, p, frames, files);
	add_lines(r, frames, s);
	add_stacks(r, frames, s);
	return r->failed ? -ENOMEM : 0;
}
