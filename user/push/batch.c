// SPDX-License-Identifier: GPL-2.0-or-later
#include "push/batch.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include "diff/growth.h"
#include "log/log.h"
#include "push/encode.h"
#include "push/sender.h"
#include "push/series.h"
#include "stacks/events.h"
#include "stacks/lines.h"
#include "stacks/stacks.h"
#include "util/cleanup.h"
#include "util/forked.h"

enum state {
	UNMADE,
	EMPTY, /* nothing has come since the last one */
	MADE,
};

/* In memory that the process shares with the agent. */
struct result {
	enum state state;
	uint64_t values; /* samples or calls */
};

struct batch {
	pid_t pid; /* that makes it; 0: it is made */
	size_t cnt;
	int *files; /* in memory, by series; -1: none */
	char **services; /* for messages */
	struct result *results;
};

static void release(struct batch *b)
{
	size_t i;

	for (i = 0; b->files && i < b->cnt; i++)
		close_fd(&b->files[i]);
	for (i = 0; b->services && i < b->cnt; i++)
		free(b->services[i]);
	if (b->results)
		munmap(b->results, (b->cnt + 1) * sizeof(*b->results));
	free(b->files);
	free(b->services);
	free(b);
}

static struct batch *new_batch(struct series_table *table)
{
	struct batch *b = calloc(1, sizeof(*b));
	struct series *s;
	void *results;
	size_t i = 0;

	if (!b)
		return NULL;
	for (s = series_all(table); s; s = s->next)
		b->cnt++;
	b->files = calloc(b->cnt + 1, sizeof(*b->files));
	b->services = calloc(b->cnt + 1, sizeof(*b->services));
	results = mmap(NULL, (b->cnt + 1) * sizeof(*b->results), PROT_READ | PROT_WRITE,
		       MAP_SHARED | MAP_ANONYMOUS, -1, 0);
	b->results = results == MAP_FAILED ? NULL : results;
	for (s = series_all(table); s && b->files && b->services; s = s->next, i++) {
		b->files[i] = memfd_create("push", MFD_CLOEXEC);
		b->services[i] = strdup(labels_service(&s->labels));
	}
	if (b->files && b->services && b->results)
		return b;
	release(b);
	errno = ENOMEM;
	return NULL;
}

/* ---------------------------------------------------------------------------- make */

static uint64_t count_values(const struct stacks *s)
{
	uint64_t sum = 0;
	size_t i;

	for (i = 0; i < s->cnt; i++)
		sum += s->all[i].cnt;
	return sum;
}

static bool has_any_event(const struct event_stacks *e)
{
	size_t i;

	for (i = 0; e && i < e->tree.cnt * e->kind_cnt; i++) {
		if (e->amounts[i])
			return true;
	}
	return false;
}

static bool has_any(const struct stacks *s)
{
	size_t i;

	for (i = 0; i < s->cnt; i++) {
		if (s->all[i].cnt || s->all[i].ns)
			return true;
	}
	for (i = 0; i < s->line_cnt; i++) {
		if (s->lines[i].cnt)
			return true;
	}
	return has_any_event(s->events);
}

static bool write_request(const struct labels *l, enum push_format format,
			  const struct profile *sum, const struct stacks *stacks, int file)
{
	int copy = file < 0 ? -1 : dup(file);
	FILE *out = copy < 0 ? NULL : fdopen(copy, "w");
	bool made;

	if (!out) {
		close_fd(&copy);
		return false;
	}
	made = !(format == PUSH_OTLP ? encode_otlp : encode_pyroscope)(l, sum, stacks, out);
	made = made && !fflush(out) && !ferror(out) && ftell(out) > 0;
	return !fclose(out) && made;
}

static bool write_named(const struct series *s, const struct pods *pods, enum push_format format,
			const struct profile *sum, const struct stacks *stacks, int file)
{
	struct labels named;
	bool made;

	if (!pods)
		return write_request(&s->labels, format, sum, stacks, file);
	if (!labels_with_pods(&named, &s->labels, pods, format))
		return false;
	made = write_request(&named, format, sum, stacks, file);
	free(named.text);
	return made;
}

static void make_one(const struct series *s, enum push_format format, const struct pods *pods,
		     int file, struct result *r)
{
	struct diff_stacks d;
	struct profile *sum;

	if (!growth_read(s->growth, &d, &sum)) {
		r->values = count_values(&d.new);
		if (!has_any(&d.new))
			r->state = EMPTY;
		else if (write_named(s, pods, format, sum, &d.new, file))
			r->state = MADE;
	}
	diff_stacks_release(&d);
}

static void make_all(struct batch *b, struct series_table *table, enum push_format format,
		     const struct pods *pods)
{
	const struct series *s;
	size_t i = 0;

	for (s = series_all(table); s; s = s->next, i++)
		make_one(s, format, pods, b->files[i], &b->results[i]);
}

struct batch *batch_make(struct series_table *table, enum push_format format,
			 const struct pods *pods, bool apart)
{
	struct batch *b = new_batch(table);

	if (!b || !b->cnt)
		return b;
	b->pid = apart ? fork() : -1;
	if (!b->pid) {
		log_begin_child();
		forked_begin();
		make_all(b, table, format, pods);
		_exit(0);
	}
	if (b->pid < 0) {
		b->pid = 0;
		make_all(b, table, format, pods);
	}
	return b;
}

/* ---------------------------------------------------------------------------- take */

static bool is_made(struct batch *b, bool wait)
{
	int status = 0;

	if (b->pid && waitpid(b->pid, &status, wait ? 0 : WNOHANG) == 0)
		return false;
	if (WIFSIGNALED(status))
		log_error("push: the process that makes profiles was killed by signal %d (%s)",
			  WTERMSIG(status), strsignal(WTERMSIG(status)));
	b->pid = 0;
	return true;
}

bool batch_take(struct batch *b, struct sender *sender, bool wait)
{
	size_t i;

	if (!is_made(b, wait))
		return false;
	for (i = 0; i < b->cnt; i++) {
		if (b->results[i].state == MADE)
			sender_give(sender, b->files[i], b->results[i].values);
		if (b->results[i].state != UNMADE)
			continue;
		sender_note_unmade(sender);
		log_warning("push: a profile of %s could not be made, and is dropped",
			    b->services[i] ? b->services[i] : "a service");
	}
	release(b);
	return true;
}

void batch_free(struct batch *b)
{
	if (!b)
		return;
	is_made(b, true);
	release(b);
}
