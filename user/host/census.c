// SPDX-License-Identifier: GPL-2.0-or-later
/* Which files are perls, who maps them, which are attached. */
#include "host/census.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>

#include "attach/mmaps.h"
#include "host/exec_files.h"
#include "host/filter.h"
#include "host/looks.h"
#include "host/meetings.h"
#include "host/suspects.h"
#include "host/undecided.h"
#include "log/log.h"
#include "options/options.h"
#include "output/flush.h"
#include "output/group_sums.h"
#include "output/losses.h"
#include "perl/perl_image.h"
#include "probes/probes.h"
#include "session/recorder.h"
#include "target/find.h"
#include "target/maps.h"
#include "target/process.h"
#include "util/cleanup.h"
#include "util/clock.h"
#include "util/error.h"

struct census {
	struct recorder *recorder;
	struct probes *probes;
	const struct options *options;
	struct process_filter *filter;
	struct mmaps *mmaps;
	struct looks *looks;
	int epoll; /* of both */
	struct exec_files files;
	struct waiting_list waiting;
	struct meetings meetings;
	bool begun; /* all that runs was looked at once with these filters */
	uint64_t sweep_at_ns;
	unsigned probed; /* files */
	unsigned late; /* processes that ran before their perl was known, */
	pid_t late_pid; /* the last one of them, */
	unsigned unknown; /* or had ended before it was known whether they are wanted */
	unsigned refused; /* perls that can't be recorded, of processes that are wanted */
	uint64_t lost; /* notices of the kernel */
};

static int watch_fd(struct census *c, int fd)
{
	struct epoll_event ev = { .events = EPOLLIN, .data.fd = fd };

	return epoll_ctl(c->epoll, EPOLL_CTL_ADD, fd, &ev);
}

static int watch(struct census *c, struct error *err)
{
	c->looks = looks_new();
	c->epoll = epoll_create1(EPOLL_CLOEXEC);
	if (!c->looks || c->epoll < 0 || watch_fd(c, looks_fd(c->looks)) ||
	    watch_fd(c, mmaps_fd(c->mmaps)))
		return error_set(err, errno, "can't start: %s", strerror(errno));
	return 0;
}

static void forget_file(const struct known_file *k, void *arg)
{
	struct census *c = arg;

	probes_forget_file(c->probes, k->key.dev, k->key.ino);
}

struct census *census_new(struct recorder *r, struct probes *a, const struct options *options,
			  struct error *err)
{
	struct census *c = calloc(1, sizeof(*c));

	if (!c) {
		error_set(err, ENOMEM, "out of memory");
		return NULL;
	}
	c->epoll = -1;
	c->recorder = r;
	c->probes = a;
	c->options = options;
	c->files.forgotten = forget_file;
	c->files.arg = c;
	c->filter = filter_new(&options->all, err);
	if (c->filter)
		c->mmaps = mmaps_new(options->nytprof.clock, err);
	if (c->mmaps && watch(c, err) == 0)
		return c;
	census_free(c);
	return NULL;
}

void census_free(struct census *c)
{
	if (!c)
		return;
	c->files.forgotten = NULL;
	exec_files_release(&c->files);
	meetings_release(&c->meetings);
	undecided_release(&c->waiting);
	looks_free(c->looks);
	close_fd(&c->epoll);
	mmaps_free(c->mmaps);
	filter_free(c->filter);
	free(c);
}

/* ------------------------------------------------------------------------- files */

/* The kernel's numbers of a file can differ from those that stat has, as in an overlay. */
static void name_file(const struct census *c, const struct known_file *k)
{
	struct error err;

	if (c->options->sampled &&
	    probes_sample_file(c->probes, k->image, k->key.dev, k->key.ino, &err))
		log_verbose("%s", err.text);
}

/* Takes the image over; says what fails. */
static int attach(struct census *c, struct known_file *k, struct perl_image *image,
		  struct error *err)
{
	const struct known_file *same = exec_files_same(&c->files, k);
	int rc;

	if (same) {
		perl_image_free(image);
		k->image = same->image;
		k->attached_ns = same->attached_ns;
		k->state = FILE_ATTACHED;
		name_file(c, k);
		return 0;
	}
	rc = exec_files_have_room(&c->files, k, err);
	if (rc)
		perl_image_free(image);
	else
		rc = recorder_add_image(c->recorder, image, err);
	k->image = rc;
	if (rc >= 0)
		suspects_spare_all(&c->files, c->probes, k);
	rc = rc < 0 ? rc : probes_attach_everybody(c->probes, rc, err);
	if (rc) {
		log_warning("%s", err->text);
		c->refused++;
	}
	k->state = rc ? FILE_REFUSED : FILE_ATTACHED;
	k->attached_ns = clock_ns(c->options->nytprof.clock);
	if (!rc)
		name_file(c, k);
	c->probed += !rc;
	return rc;
}

/* --------------------------------------------------------------------- processes */

static bool fits(const struct census *c, enum fit fit)
{
	return fit == FIT_YES || (fit == FIT_GONE && filter_is_everybody(c->filter));
}

static bool is_wanted(struct census *c, pid_t pid)
{
	enum fit fit = filter_process(c->filter, pid);

	if (fit == FIT_NO)
		undecided_add(&c->waiting, pid);
	return fits(c, fit);
}

/* It may be noticed in two ways. */
static void note_late(struct census *c, pid_t pid)
{
	c->late += pid != c->late_pid;
	c->late_pid = pid;
}

/* A process had a perl before that was attached to, or with one that still is not. */
static void count_late(struct census *c, const struct known_file *k, pid_t pid)
{
	enum fit fit = filter_process(c->filter, pid);

	if (fit == FIT_GONE && !filter_is_everybody(c->filter))
		c->unknown++;
	else if (k->state == FILE_ATTACHED && fit != FIT_NO)
		note_late(c, pid);
}

static void attach_for(struct census *c, struct known_file *k, struct perl_image *image,
		       const struct asker *asker)
{
	struct error err;

	if (!attach(c, k, image, &err) && !asker->ns && c->begun)
		note_late(c, asker->pid);
}

/* A process has mapped a file that is known; its image, if it is at hand, is taken out if it is used. */
static void meet_known(struct census *c, struct known_file *k, const struct mapped_file *file,
		       const struct asker *asker, struct perl_image **image)
{
	struct group_sums *group_sums = recorder_harvest(c->recorder)->group_sums;
	const struct asker wanted = {
		.pid = asker->pid, .ns = asker->ns, .start = asker->start, .wanted = true
	};

	if (group_sums && asker->ns && k->state == FILE_ATTACHED)
		group_sums_meet(group_sums, asker->pid, 0, 0);
	if (k->state == FILE_WAITING && (asker->wanted || is_wanted(c, asker->pid))) {
		if (*image)
			attach_for(c, k, take_ptr(*image), asker);
		else if (!looks_ask(c->looks, file, &wanted))
			k->state = FILE_ASKED;
	}
	if (c->options->sampled && k->state == FILE_ATTACHED &&
	    (asker->wanted || is_wanted(c, asker->pid)))
		meetings_add(&c->meetings, c->probes, k->image, asker->pid, asker->start);
	if (asker->ns &&
	    (k->state == FILE_WAITING || (k->state == FILE_ATTACHED && asker->ns < k->attached_ns)))
		count_late(c, k, asker->pid);
}

/* A process has mapped a file. */
static void meet(struct census *c, const struct mapped_file *file, uint64_t ns)
{
	struct known_file *k = exec_files_know(&c->files, file);
	const struct asker asker = { .pid = file->pid, .ns = ns, .start = file->start };
	struct perl_image *none = NULL;

	if (!k)
		return;
	if (mapped_file_is_coro(file))
		suspects_spare(&c->files, c->probes, file->pid);
	if (k->state != FILE_UNKNOWN && k->state != FILE_ASKED)
		meet_known(c, k, file, &asker, &none);
	else if (!looks_ask(c->looks, file, &asker))
		k->state = FILE_ASKED;
	else
		exec_files_forget(&c->files, k);
}

/* Nobody knows what it is: it is looked at again when it is met again, unless that ends every worker. */
static void take_failure(struct census *c, struct known_file *k, const struct looked *what)
{
	bool for_good = what->rc == -EPIPE || what->rc == -EREMOTE;
	const char *name = strrchr(what->file->path, '/');

	if (what->rc == -EPIPE || (what->rc == -EREMOTE && name && strstr(name, "perl")))
		log_warning("process %d: %s", what->file->pid, what->err.text);
	else
		log_verbose("process %d: %s", what->file->pid, what->err.text);
	if (for_good)
		k->state = FILE_REFUSED;
	else
		exec_files_forget(&c->files, k);
}

static void take_refused(struct census *c, struct known_file *k, const struct looked *what)
{
	k->state = FILE_REFUSED;
	log_warning("%s (process %d) is not profiled: %s", what->file->path, what->file->pid,
		    what->err.text);
	c->refused += fits(c, filter_process(c->filter, what->file->pid));
}

static void take_look(struct looked *what, void *arg)
{
	struct census *c = arg;
	struct known_file *k = exec_files_know(&c->files, what->file);
	size_t i;

	if (!k)
		return;
	if (what->rc) {
		take_failure(c, k, what);
		return;
	}
	if (what->look.kind == LOOK_REFUSED) {
		take_refused(c, k, what);
		return;
	}
	k->state = FILE_PLAIN;
	if (what->look.kind == LOOK_PERL) {
		k->state = FILE_WAITING;
		if (known_file_identify(k, what->look.image->fd, what->file->path,
					what->file->pid)) {
			exec_files_forget(&c->files, k);
			return;
		}
	}
	for (i = 0; i < what->asker_cnt; i++)
		meet_known(c, k, what->file, &what->askers[i], &what->look.image);
}

static void visit_file(const struct mapped_file *file, void *arg)
{
	meet(arg, file, 0);
}

static void visit_all(struct census *c)
{
	size_t cnt;
	pid_t *pids __cleanup(free_ptr) = processes_list(&cnt);

	maps_each(pids, cnt, true, visit_file, c);
	if (!c->begun)
		looks_finish(c->looks, take_look, c);
	c->begun = true;
	meetings_check(&c->meetings, c->probes);
}

static bool ask_again(pid_t pid, unsigned tries, void *arg)
{
	struct census *c = arg;
	enum fit fit = filter_process(c->filter, pid);

	if (fit == FIT_YES)
		maps_each(&pid, 1, true, visit_file, c);
	else if (fit == FIT_GONE && tries < WAITING_QUICK_TRIES)
		c->unknown++;
	return fit != FIT_NO;
}

/* ------------------------------------------------------------------------- begin */

/* Loading the programs takes its time: for these it is over when the first process comes. */
static int prepare(struct census *c, struct error *why)
{
	struct found_perls found = {};
	struct error err;
	char *none[] = { NULL };
	size_t i;
	int rc = 0;

	if (find_perls(&found, "/proc/self/exe", none, getenv("PATH"), &err))
		log_verbose("can't look for perls on the PATH: %s", err.text);
	for (i = 0; i < found.image_cnt; i++) {
		struct perl_image *image = take_ptr(found.images[i]);
		const struct mapped_file file = { .dev = image->dev, .ino = image->ino };
		struct known_file *k = exec_files_know(&c->files, &file);

		if (!k || k->state != FILE_UNKNOWN) {
			perl_image_free(image);
			continue;
		}
		k->state = FILE_WAITING;
		known_file_identify(k, image->fd, image->path, 0);
		if (c->options->sampled || filter_is_everybody(c->filter)) {
			rc = attach(c, k, image, why);
			continue;
		}
		rc = recorder_add_image(c->recorder, image, why);
		if (rc < 0)
			log_warning("%s", why->text);
	}
	found_perls_release(&found);
	return rc < 0 && !probes_cnt(c->probes) ? rc : 0;
}

/* Nobody tells when a file is not mapped any more; and what the kernel tells can be lost. */
static uint64_t sweep_ns(const struct census *c)
{
	return (uint64_t)(c->options->all.interval * 1e9);
}

int census_begin(struct census *c, struct error *err)
{
	int rc;

	/* Without sessions: of who is not recorded nobody would notice changes of C stacks. */
	if (!filter_is_everybody(c->filter))
		probes_spare_returns(c->probes, 0);
	rc = prepare(c, err);
	if (rc) /* if not one of them can be loaded, another one can't */
		return rc;
	visit_all(c);
	census_take(c);
	return 0;
}

int census_maps(struct census *c, const struct maps *maps, struct error *err)
{
	return filter_begin(c->filter, maps, err);
}

/* ------------------------------------------------------------------------- later */

static void see(const struct mmapped *what, void *arg)
{
	struct census *c = arg;

	if (what->program)
		filter_note_program(c->filter, what->file->pid, what->file->path);
	meet(c, what->file, what->ns);
	/* When a program is mapped its command line is not there yet; with its libraries, it is. */
	undecided_ask_new(&c->waiting, what->file->pid, ask_again, c);
}

int census_fd(const struct census *c)
{
	return c->epoll;
}

void census_take(struct census *c)
{
	uint64_t lost = mmaps_read(c->mmaps, see, c);

	looks_take(c->looks, take_look, c);
	meetings_check(&c->meetings, c->probes);
	c->lost += lost;
	if (lost) /* so look for yourself */
		c->sweep_at_ns = 0;
}

static bool exists(int image, void *arg)
{
	const struct census *c = arg;

	return probes_file_exists(c->probes, image);
}

static void drop(int image, void *arg)
{
	struct census *c = arg;

	log_verbose("detached from a perl that no process uses now");
	probes_drop(c->probes, image);
}

void census_tick(struct census *c, uint64_t now_ns)
{
	looks_take(c->looks, take_look, c); /* also of workers that hang */
	if (undecided_tick(&c->waiting, now_ns, ask_again, c))
		filter_refresh(c->filter);
	meetings_check(&c->meetings, c->probes);
	if (now_ns < c->sweep_at_ns)
		return;
	visit_all(c);
	exec_files_sweep(&c->files, exists, drop, c);
	c->sweep_at_ns = now_ns + sweep_ns(c);
}

int census_filter(struct census *c, const struct host_options *options, struct error *err)
{
	struct process_filter *w = filter_new(options, err);
	int rc = w ? filter_replace(w, c->filter, err) : -EINVAL;

	if (rc) {
		filter_free(w);
		return rc;
	}
	filter_free(c->filter);
	c->filter = w;
	c->begun = false;
	if (!filter_is_everybody(w))
		probes_spare_returns(c->probes, 0);
	c->waiting.next_ns = c->sweep_at_ns = 0;
	return 0;
}

bool census_filters(const struct census *c)
{
	return !filter_is_everybody(c->filter);
}

bool census_leaves_out(const struct census *c, pid_t pid)
{
	return filter_process(c->filter, pid) == FIT_NO;
}

bool census_wants(struct census *c, const struct interp *in)
{
	return filter_interp(c->filter, in);
}

void census_sums(const struct census *c, struct census_sums *sums)
{
	*sums = (struct census_sums){ .late = c->late, .unknown = c->unknown, .lost = c->lost };
}

void census_missed(const struct census *c, struct missed *missed)
{
	missed->met_late = c->late;
	missed->unknown = c->unknown;
	missed->perls = c->refused;
	if (c->lost)
		log_verbose("lost %llu notices of mapped files; looked at all processes again",
			    (unsigned long long)c->lost);
}
