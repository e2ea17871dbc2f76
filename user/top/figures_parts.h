/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What figures.c, figures_items.c and figures_waits.c share. */
#ifndef NYTPROF_TOP_FIGURES_PARTS_H
#define NYTPROF_TOP_FIGURES_PARTS_H

#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>
#include <uthash.h>

#include "top/figures.h"
#include "text/screen_text.h"

#define KEY_MAX (TEXT_MAX - 16)

#define RUNTIME "main::RUNTIME" /* NYTProf's name of what is in no sub */

struct profile;
struct profile_file;
struct tracee;

/* The items of a process, or of all. */
struct scope {
	pid_t pid; /* 0: of all */
	struct top_item *items[TOP_KINDS];
	struct top_item *all; /* of those */
	unsigned tracees; /* images that have not ended */
	unsigned over; /* turns since there is none */
	UT_hash_handle hh;
};

/* What was taken of a profile. */
struct taken {
	const struct tracee *t;
	struct scope *scope;
	bool busy; /* there were samples at the last look */
	bool wall; /* the times of its calls include what they waited */
	uint64_t *incl; /* samples, by sub id, */
	uint64_t *excl; /* and those in the sub itself: see figures_plain.c */
	size_t cnt;
	struct seen_line *lines; /* hash: likewise */
	uint64_t stmts; /* samples so far */
	struct seen_event *events; /* hash: see figures_events.c, */
	uint64_t changes; /* and those of the profile up to the last look */
	int64_t rest; /* of them in no sub, so far; below 0: the subs' came before */
	UT_hash_handle hh;
};

struct figures {
	uint64_t period_ns;
	double interval;
	double age;
	struct scope *scopes; /* hash */
	struct scope *of_all;
	struct taken *taken; /* hash */
	struct top_item *changed; /* list, by .changed */
	char *events[TOP_EVENTS_MAX];
	unsigned event_cnt;
	bool has_events; /* in an item */
	size_t item_cnt;
	uint64_t beyond;
};

/* label: name, made clean. NULL: no memory. */
struct top_item *figures_item_make(struct figures *f, const char *key, size_t len,
				   const char *name);
void figures_item_free(struct figures *f, struct top_item *item);
bool figures_label(struct top_item *item,
		   const char *name); /* false: no memory, the old one stays */

/* item: may be NULL. */
void figures_item_add(struct figures *f, struct top_item *item, const struct top_sums *add);

/* Likewise, of an event of the kernel. */
void figures_item_add_event(struct figures *f, struct top_item *item, unsigned event,
			    int64_t amount);

/* The same for what there is by this name, of all processes and of that one. */
void figures_add_named_event(struct figures *f, struct scope *s, enum top_kind kind,
			     const char *key, unsigned event, int64_t amount);

/* An interval is over. False: it had no event. */
bool figures_turn_events(const struct figures *f, struct top_item *item);
void figures_reset_events(const struct figures *f, struct top_item *item);

/* pid: 0 for all. NULL: no memory. */
struct scope *figures_scope_make(struct figures *f, pid_t pid);
void figures_scope_free(struct figures *f, struct scope *s);

/* Adds to what there is by this name, of all processes and of that one. */
void figures_add_named(struct figures *f, struct scope *s, enum top_kind kind, const char *key,
		       const struct top_sums *add);

/* The row of a process in the list of all. name: as it is shown now. NULL: no memory. */
struct top_item *figures_process_item(struct figures *f, pid_t pid, const char *name);

/* Room for so many subs. -ENOMEM. */
int figures_make_room(struct taken *k, size_t cnt);

/*
 * Adds the samples since the last call, of a profile that does not tell them by sub and line at once.
 * Returns their number.
 */
uint64_t figures_take_plain(struct figures *f, struct taken *k, const struct profile *p);
void figures_forget_plain(struct taken *k);

/* The key of a line. file: NULL if it is not known. */
void figures_line_key(char key[KEY_MAX], const struct profile_file *file, uint32_t line);

/* Adds what the process has waited since the last call; returns the sum in ns. */
uint64_t figures_take_waits(struct figures *f, struct taken *k, struct profile *p);

/* The same for events of the kernel. process: its row; NULL: it has none. */
void figures_take_events(struct figures *f, struct taken *k, const struct profile *p,
			 struct top_item *process);
void figures_forget_events(struct taken *k);

#endif
