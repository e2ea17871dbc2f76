// SPDX-License-Identifier: GPL-2.0-or-later
/* The loop between the kernel's notices and the files. */
#include "recorder.h"

#include <bpf/bpf.h>
#include <bpf/libbpf.h>
#include <errno.h>
#include <signal.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/stat.h>
#include <sys/signalfd.h>
#include <sys/timerfd.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "attach/calibrate.h"
#include "attach/object.h"
#include "drain/drain.h"
#include "drain/tracee.h"
#include "options.h"
#include "profile/profile.h"
#include "run/finish.h"
#include "target/perl.h"
#include "target/process.h"
#include "util/cleanup.h"
#include "util/error.h"
#include "util/log.h"

#define IMAGES_MAX 32
#define TICK_MS	   100

static const char *const loss_texts[] = {
#define X(id, text) text,
	LOSSES(X)
#undef X
};

/* What is said of a written profile at the end. */
struct written {
	char *path;
	struct profile_totals totals;
	double seconds;
};

struct recorder {
	const struct options *options;
	struct kernel kernel;
	struct perl_image *images[IMAGES_MAX];
	struct object *objects[IMAGES_MAX];
	int image_cnt;
	struct stat whole[IMAGES_MAX]; /* files that are attached without a pid filter */
	int whole_cnt;
	bool only_followed;
	struct maps maps;
	struct drain *drain;
	struct ring_buffer *ring;
	int epoll;
	int signals;
	int timer;
	pid_t command;
	int command_status;
	bool stop;
	bool had_signal;
	bool to_drain; /* something ended */
	uint64_t stop_at_ns;
	int64_t mono_to_epoch_ns;
	uid_t owner;
	char *base; /* of the output files' names */
	unsigned named; /* processes that were given a file name */
	struct written *written;
	unsigned written_cnt;
	uint64_t lost[LOSS_CNT];
	uint64_t beyond;
	struct error *err; /* of the callbacks */
	int rc;
};

static uint64_t mono_ns(void)
{
	struct timespec ts;

	clock_gettime(CLOCK_MONOTONIC, &ts);
	return (uint64_t)ts.tv_sec * 1000000000ull + (uint64_t)ts.tv_nsec;
}

static int64_t mono_to_epoch(void)
{
	struct timespec ts;

	clock_gettime(CLOCK_REALTIME, &ts);
	return (int64_t)ts.tv_sec * 1000000000ll + ts.tv_nsec - (int64_t)mono_ns();
}

/* ------------------------------------------------------------------- new, free */

/* The user who called sudo: files of their own processes are theirs. */
static uid_t invoking_user(void)
{
	const char *sudo = getenv("SUDO_UID");
	char *end;
	unsigned long uid = sudo ? strtoul(sudo, &end, 10) : 0;

	return sudo && *sudo && !*end && !geteuid() ? (uid_t)uid : (uid_t)-1;
}

static char *base_name(const struct options *o)
{
	const char *file = o->nytprof.file ? o->nytprof.file : "nytprof.out";
	char *base;

	if (!o->nytprof.addtimestamp)
		return strdup(file);
	return asprintf(&base, "%s.%lld", file, (long long)time(NULL)) < 0 ? NULL : base;
}

struct recorder *recorder_new(const struct options *options, struct error *err)
{
	struct recorder *r = calloc(1, sizeof(*r));
	int rc = -ENOMEM;

	if (!r)
		return NULL;
	r->options = options;
	r->epoll = r->signals = r->timer = -1;
	r->command_status = -1;
	r->mono_to_epoch_ns = mono_to_epoch();
	r->owner = invoking_user();
	r->base = base_name(options);
	r->epoll = epoll_create1(EPOLL_CLOEXEC);
	if (!r->base || r->epoll < 0)
		error_set(err, errno, "can't start: %s", strerror(errno));
	else
		rc = kernel_calibrate(&r->kernel, err);
	if (rc) {
		recorder_free(r);
		errno = -rc;
		return NULL;
	}
	log_verbose(
		"uprobes by %s, a probe costs %u ns (trap), %u ns (five-byte nop), %u ns (trap and "
		"step)",
		r->kernel.links == LINK_MULTI ? "multi-uprobe links" : "perf events",
		r->kernel.trap_ns[PRICE_TRAP], r->kernel.trap_ns[PRICE_NOP5],
		r->kernel.trap_ns[PRICE_STEP]);
	return r;
}

void recorder_free(struct recorder *r)
{
	int i;
	unsigned w;

	if (!r)
		return;
	ring_buffer__free(r->ring);
	drain_free(r->drain);
	for (i = r->image_cnt - 1; i >= 0; i--) {
		object_free(r->objects[i]);
		perl_image_free(r->images[i]);
	}
	for (w = 0; w < r->written_cnt; w++)
		free(r->written[w].path);
	free(r->written);
	close_fd(&r->epoll);
	close_fd(&r->signals);
	close_fd(&r->timer);
	free(r->base);
	free(r);
}

void recorder_only_followed(struct recorder *r)
{
	r->only_followed = true;
}

void recorder_set_command(struct recorder *r, pid_t pid)
{
	r->command = pid;
}

/* --------------------------------------------------------------------- attach */

static int ring_event(void *arg, void *data, size_t size);

/* With the first object there are maps. */
static int start_drain(struct recorder *r, struct error *err)
{
	object_maps(r->objects[0], &r->maps);
	r->drain = drain_new(&r->maps);
	r->ring = ring_buffer__new(r->maps.events, ring_event, r, NULL);
	if (!r->drain || !r->ring)
		return error_set(err, errno, "can't read the BPF maps: %s", strerror(errno));
	return object_attach_tracepoints(r->objects[0], err);
}

static void describe_image(const struct perl_image *image)
{
	const struct perl_build *b = &image->build;
	size_t i;

	log_verbose("%s: perl %u.%u.%u, layout %s", image->path, b->revision, b->version,
		    b->subversion, image->row->name);
	for (i = 0; i < image->probe_cnt; i++) {
		const struct probe *p = &image->probes[i];

		log_verbose("  %-14s at %#9llx  %-34s %-12s %s, +%llu", p->function,
			    (unsigned long long)p->offset, p->insn, probe_price_text(p->price),
			    p->how, (unsigned long long)(p->vaddr - p->function_vaddr));
	}
}

int recorder_add_image(struct recorder *r, struct perl_image *image, struct error *err)
{
	const struct object_config config = { .want_stmts = r->options->nytprof.stmts,
					      .want_calls = r->options->nytprof.subs,
					      .only_targets = r->only_followed,
					      .build = (unsigned)r->image_cnt };
	struct object *object;
	int i;

	for (i = 0; i < r->image_cnt; i++) {
		if (r->images[i]->dev == image->dev && r->images[i]->ino == image->ino) {
			perl_image_free(image);
			return i;
		}
	}
	if (r->image_cnt == IMAGES_MAX) {
		perl_image_free(image);
		return error_set(err, ENOSPC, "more than %d different perls", IMAGES_MAX);
	}
	object = object_new(image, &r->kernel, &config, r->image_cnt ? r->objects[0] : NULL, err);
	if (!object) {
		perl_image_free(image);
		return -errno;
	}
	describe_image(image);
	r->images[r->image_cnt] = image;
	r->objects[r->image_cnt++] = object;
	if (r->image_cnt == 1) {
		int rc = start_drain(r, err);

		if (rc)
			return rc;
	}
	return r->image_cnt - 1;
}

int recorder_attach(struct recorder *r, int image, pid_t pid, int file, struct error *err)
{
	int rc = object_attach(r->objects[image], pid, file, err);

	if (!rc && !pid && r->whole_cnt < IMAGES_MAX &&
	    !fstat(file < 0 ? r->images[image]->fd : file, &r->whole[r->whole_cnt]))
		r->whole_cnt++;
	return rc;
}

/* Is the file probed whoever maps it? */
static bool is_probed_for_all(const struct recorder *r, const struct perl_image *image)
{
	int i;

	for (i = 0; i < r->whole_cnt; i++) {
		if (r->whole[i].st_dev == image->dev && r->whole[i].st_ino == image->ino)
			return true;
	}
	return false;
}

int recorder_follow(struct recorder *r, pid_t pid, struct error *err)
{
	uint32_t key = (uint32_t)pid, one = 1;

	if (bpf_map_update_elem(r->maps.targets, &key, &one, BPF_ANY))
		return error_set(err, errno, "can't follow process %d: %s", pid, strerror(errno));
	drain_note_process(r->drain, pid);
	return 0;
}

int recorder_attach_process(struct recorder *r, pid_t pid, struct error *err)
{
	struct perl_image *perls[PROCESS_PERLS_MAX];
	int cnt = process_perls(pid, perls, err), i, rc = 0;

	if (cnt < 0)
		return cnt;
	for (i = 0; i < cnt; i++) {
		if (rc < 0 || is_probed_for_all(r, perls[i])) {
			perl_image_free(perls[i]);
			continue;
		}
		rc = recorder_add_image(r, perls[i], err);
		if (rc >= 0)
			rc = recorder_attach(r, rc, pid, -1, err);
	}
	return rc;
}

/* ---------------------------------------------------------------------- signals */

static const int handled[] = { SIGINT, SIGTERM, SIGHUP, SIGCHLD };

static void handled_set(sigset_t *set)
{
	size_t i;

	sigemptyset(set);
	for (i = 0; i < sizeof(handled) / sizeof(handled[0]); i++)
		sigaddset(set, handled[i]);
}

static int watch(struct recorder *r, int fd, struct error *err)
{
	struct epoll_event ev = { .events = EPOLLIN, .data.fd = fd };

	if (fd < 0 || epoll_ctl(r->epoll, EPOLL_CTL_ADD, fd, &ev))
		return error_set(err, errno, "can't start: %s", strerror(errno));
	return 0;
}

int recorder_block_signals(struct recorder *r, struct error *err)
{
	sigset_t set;

	handled_set(&set);
	sigprocmask(SIG_BLOCK, &set, NULL);
	r->signals = signalfd(-1, &set, SFD_CLOEXEC | SFD_NONBLOCK);
	return watch(r, r->signals, err);
}

void recorder_unblock_signals(void)
{
	sigset_t set;

	handled_set(&set);
	sigprocmask(SIG_UNBLOCK, &set, NULL);
}

static void reap_command(struct recorder *r, int options)
{
	int status;

	if (r->command && r->command_status < 0 &&
	    waitpid(r->command, &status, options) == r->command) {
		r->command_status = status;
		r->to_drain = true;
	}
}

/*
 * With a command a first signal is the command's: from a terminal it got it too, from
 * elsewhere it is passed on, and its end is recorded.  A second one ends the recording.
 */
static void take_signal(struct recorder *r, const struct signalfd_siginfo *si)
{
	bool runs = r->command && r->command_status < 0;

	if (si->ssi_signo == SIGCHLD) {
		reap_command(r, WNOHANG);
		return;
	}
	if (runs && !r->had_signal) {
		r->had_signal = true;
		if (si->ssi_code != SI_KERNEL)
			kill(r->command, (int)si->ssi_signo);
		log_verbose("%s: waiting for the command to end; once more stops the recording",
			    strsignal((int)si->ssi_signo));
		return;
	}
	r->stop = true;
}

static void take_signals(struct recorder *r)
{
	struct signalfd_siginfo si;

	while (read(r->signals, &si, sizeof(si)) == sizeof(si))
		take_signal(r, &si);
}

/* ----------------------------------------------------------------------- notices */

/* A followed process has forked, or has become another program: are its perls probed? */
static void check_process(struct recorder *r, pid_t pid)
{
	struct error err;
	int before = r->image_cnt, rc = recorder_attach_process(r, pid, &err);

	if (rc == -ENOTSUP)
		log_warning("process %d is not profiled: %s", pid, err.text);
	else if (!rc && r->image_cnt > before)
		log_warning(
			"process %d runs a perl that was not prepared for: what it did until now is "
			"not in its profile",
			pid);
}

static int ring_event(void *arg, void *data, size_t size)
{
	struct recorder *r = arg;
	const struct event *ev = data;

	if (size < sizeof(*ev))
		return 0;
	switch (ev->type) {
	case EVENT_FORK:
		if (r->only_followed)
			check_process(r, (pid_t)ev->arg);
		return 0;
	case EVENT_EXEC:
		check_process(r, (pid_t)ev->tgid);
		return 0;
	case EVENT_END:
		r->to_drain = true;
		break;
	default:
		break;
	}
	drain_event(r->drain, ev);
	return 0;
}

/* Does any process that is followed still live?  The BPF side takes the dead ones out. */
static bool any_followed(const struct recorder *r)
{
	uint32_t key;

	return !bpf_map_get_next_key(r->maps.targets, NULL, &key);
}

/* ------------------------------------------------------------------------- files */

/* FILE for the first process, FILE.PID for the others; an exec can give a second FILE.PID. */
static char *file_name(struct recorder *r, const struct tracee *t)
{
	char *path;
	unsigned i, again = 0;
	int rc;

	if (!t->order && !r->options->nytprof.addpid)
		return strdup(r->base);
	rc = asprintf(&path, "%s.%u", r->base, t->tgid);
	for (i = 0; rc >= 0 && i < r->written_cnt; i++) {
		if (strcmp(r->written[i].path, path) != 0)
			continue;
		free(path);
		rc = asprintf(&path, "%s.%u.%u", r->base, t->tgid, ++again);
		i = (unsigned)-1; /* from the start */
	}
	return rc < 0 ? NULL : path;
}

static int note_written(struct recorder *r, const struct tracee *t, char *path)
{
	struct written *more = reallocarray(r->written, r->written_cnt + 1, sizeof(*more));

	if (!more) {
		free(path);
		return -ENOMEM;
	}
	r->written = more;
	more[r->written_cnt].path = path;
	more[r->written_cnt].seconds = t->profile->end - t->profile->start;
	profile_totals(t->profile, &more[r->written_cnt++].totals);
	return 0;
}

static int write_tracee(struct recorder *r, struct tracee *t, struct error *err)
{
	const struct perl_image *image =
		r->images[t->build < (unsigned)r->image_cnt ? t->build : 0];
	char *path __cleanup(free_ptr) = NULL, version[32], *written = NULL;
	struct finish f = { .compress = r->options->nytprof.compress,
			    .stmts = r->options->nytprof.stmts,
			    .savesrc = r->options->nytprof.savesrc,
			    .mono_to_epoch_ns = r->mono_to_epoch_ns,
			    .trap_ns = r->kernel.trap_ns[PRICE_TRAP],
			    .owner = r->owner,
			    .perl_version = version,
			    .layout = image->row->name };
	int rc, i;

	for (i = 0; i < LOSS_CNT; i++)
		r->lost[i] += t->lost[i];
	r->beyond += t->beyond;
	if (!tracee_has_data(t))
		return 0;
	path = file_name(r, t);
	if (!path)
		return error_set(err, ENOMEM, "out of memory");
	snprintf(version, sizeof(version), "%u.%u.%u", image->build.revision, image->build.version,
		 image->build.subversion);
	f.path = path;
	rc = tracee_finish(t, &f, &written, err);
	return rc ?: note_written(r, t, written);
}

/* Collects, and writes the profiles of the processes that have ended. */
static int drain_and_write(struct recorder *r, bool all, struct error *err)
{
	struct tracee *t;
	int rc = drain_collect(r->drain, err), one;

	while ((t = drain_take(r->drain, all))) {
		one = write_tracee(r, t, err);
		if (one)
			log_error("%s", err->text); /* go on: the others are not to suffer */
		rc = rc ?: one;
		tracee_free(t);
	}
	return rc;
}

/* -------------------------------------------------------------------------- loop */

static int start_timer(struct recorder *r, struct error *err)
{
	const struct itimerspec tick = { .it_interval.tv_nsec = TICK_MS * 1000000l,
					 .it_value.tv_nsec = TICK_MS * 1000000l };

	r->timer = timerfd_create(CLOCK_MONOTONIC, TFD_CLOEXEC | TFD_NONBLOCK);
	if (r->timer < 0 || timerfd_settime(r->timer, 0, &tick, NULL))
		return error_set(err, errno, "can't start a timer: %s", strerror(errno));
	if (r->options->duration > 0)
		r->stop_at_ns = mono_ns() + (uint64_t)(r->options->duration * 1e9);
	return watch(r, r->timer, err);
}

static int take_events(struct recorder *r)
{
	struct epoll_event evs[8];
	uint64_t ticks;
	int cnt = epoll_wait(r->epoll, evs, 8, -1), i;
	bool tick = false;

	for (i = 0; i < cnt; i++) {
		if (evs[i].data.fd == r->signals)
			take_signals(r);
		else if (evs[i].data.fd == r->timer)
			tick = read(r->timer, &ticks, sizeof(ticks)) == sizeof(ticks);
	}
	ring_buffer__consume(r->ring);
	if (r->stop_at_ns && mono_ns() >= r->stop_at_ns)
		r->stop = true;
	return tick;
}

int recorder_run(struct recorder *r, struct error *err)
{
	int rc = start_timer(r, err);

	rc = rc ?: watch(r, ring_buffer__epoll_fd(r->ring), err);
	while (!rc && !r->stop && any_followed(r)) {
		bool tick = take_events(r);

		/* Once a tick at most: a storm of short processes is collected together. */
		if (tick && (r->to_drain || drain_is_pressed(r->drain))) {
			r->to_drain = false;
			rc = drain_and_write(r, false, err);
		}
	}
	/* When nothing is followed any more it is about to become a zombie, if it is none yet. */
	reap_command(r, any_followed(r) ? WNOHANG : 0);
	return rc;
}

static void close_interp(const struct interp *in, struct tracee *t, void *arg)
{
	struct recorder *r = arg;

	(void)t;
	object_close_interp(r->objects[0], in->base, in->tgid);
}

int recorder_finish(struct recorder *r, struct error *err)
{
	uint64_t lost[LOSS_CNT];
	int i, rc;

	for (i = 0; i < r->image_cnt; i++)
		object_detach(r->objects[i]);
	if (!r->drain)
		return 0;
	ring_buffer__consume(r->ring);
	drain_each_interp(r->drain, close_interp, r);
	rc = drain_and_write(r, true, err);
	drain_losses(r->drain, lost);
	for (i = 0; i < LOSS_CNT; i++)
		r->lost[i] += lost[i];
	return rc;
}

/* ------------------------------------------------------------------------ summary */

unsigned recorder_profiles(const struct recorder *r)
{
	return r->written_cnt;
}

int recorder_command_status(const struct recorder *r)
{
	return r->command_status;
}

static uint64_t total_lost(const struct recorder *r)
{
	uint64_t sum = r->beyond;
	int i;

	for (i = 0; i < LOSS_CNT; i++)
		sum += r->lost[i];
	return sum;
}

bool recorder_has_losses(const struct recorder *r)
{
	return total_lost(r) > 0;
}

static void print_losses(const struct recorder *r)
{
	int i;

	if (!recorder_has_losses(r)) {
		log_info("not recorded: nothing (0)");
		return;
	}
	for (i = 0; i < LOSS_CNT; i++) {
		if (r->lost[i])
			log_warning("not recorded: %llu %s", (unsigned long long)r->lost[i],
				    loss_texts[i]);
	}
	if (r->beyond)
		log_warning("not recorded: %llu executions of lines above %u",
			    (unsigned long long)r->beyond, LINE_MAX_NR);
}

void recorder_print_summary(const struct recorder *r)
{
	unsigned i;

	for (i = 0; i < r->written_cnt; i++) {
		const struct written *w = &r->written[i];

		log_info("%s: %llu statements on %llu lines, %llu calls of %llu subs, %.3f s",
			 w->path, (unsigned long long)w->totals.stmts,
			 (unsigned long long)w->totals.lines,
			 (unsigned long long)w->totals.sub_calls,
			 (unsigned long long)w->totals.subs, w->seconds);
	}
	if (!r->written_cnt)
		return;
	print_losses(r);
	log_info("next: nytprofhtml -f %s --open, or nytprof-bpf report %s", r->written[0].path,
		 r->written[0].path);
}
