/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * A recording from the first probe to the last file: owns the BPF objects, the drain and the
 * loop.  command/record.c decides what is recorded and when it ends.
 */
#ifndef NYTPROF_RECORDER_H
#define NYTPROF_RECORDER_H

#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

#include "session/others.h"

struct probes;
struct error;
struct flush;
struct loop;
struct maps;
struct missed;
struct options;
struct outputs;
struct perl_image;
struct recorder;
struct sight;
struct slow;
struct slow_budget;

struct recorder *recorder_new(const struct options *options, struct error *err);
void recorder_free(struct recorder *r);

/* Does what any perl of a command needs, before there is one: while workers look at files. */
void recorder_get_ready(struct recorder *r);

/*
 * Records only followed processes, of all that hit a probe. cnt: how many there are at the begin. Call
 * it before the first image.
 */
void recorder_only_followed(struct recorder *r, size_t cnt);

/*
 * Loads the programs for a perl, and takes over the image. Returns the number of the image, the
 * same one for the same perl, or -errno.
 */
int recorder_add_image(struct recorder *r, struct perl_image *image, struct error *err);

/* Attaches the programs of an image, as object_attach does. */
int recorder_attach(struct recorder *r, int image, pid_t pid, int file, struct error *err);

/*
 * Records every perl of the host until it is told to end. Call it before the first image. The
 * functions of host belong to the caller, who knows which processes are recorded.
 */
struct recorder_host {
	/* The BPF maps and the drain exist now. -errno. */
	int (*loaded)(void *arg, const struct maps *maps, struct error *err);
	/* Is this process recorded? */
	bool (*records)(const void *arg, pid_t pid);
	/* Might this process be recorded, as far as is known now? */
	bool (*may_record)(const void *arg, pid_t pid);
	/* Lists the recorded processes. Returns how many. */
	size_t (*list)(const void *arg, pid_t *pids, size_t max);
	/*
	 * Reads the configuration file again. -errno with err set and printed: nothing has changed.
	 */
	int (*reload)(void *arg, struct error *err);
	/* At the end: adds the processes that it missed. */
	void (*missed)(void *arg, struct missed *missed);
	void *arg;
};
void recorder_follow_all(struct recorder *r, const struct recorder_host *host);

/* From now on SIGHUP does not end the recording but calls recorder_reload(). */
void recorder_reload_at_hup(struct recorder *r);

/* -errno with err set: nothing has changed. */
int recorder_reload(struct recorder *r, struct error *err);

/* Follows the process and its descendants. The recording goes on as long as one of them lives. */
int recorder_follow(struct recorder *r, pid_t pid, struct error *err);

/* In sample mode: what does the process wait for already? Call it when it is sampled and followed. */
void recorder_look_at_waits(struct recorder *r, pid_t pid);

/* Attaches to all perls that a process has mapped.  -errno as process_perls. */
int recorder_attach_process(struct recorder *r, pid_t pid, struct error *err);

/* Waits for what that has begun in the background: allocators, which are probed then. */
void recorder_finish_looks(struct recorder *r);

/* A process that is followed will execute a program: what it will load is probed. */
void recorder_expect(struct recorder *r, pid_t pid);

/*
 * The command that was started; 0: none. The recorder keeps its exit status and passes signals on
 * to it.
 */
void recorder_set_command(struct recorder *r, pid_t pid);

/* It attaches uprobes as perf events: the kernel has no multi-uprobe links, or none that work. */
bool recorder_links_by_perf(const struct recorder *r);

/* Blocks the signals that recorder_run() receives. The command gets the earlier mask. */
int recorder_block_signals(struct recorder *r, struct error *err);

/*
 * From now on the recorder can tell which signals went to its whole process group. It does not pass
 * these on.
 */
void recorder_watch_group(struct recorder *r);

/* Is this a followed process, or the recorder itself? */
bool recorder_is_about(const struct recorder *r, pid_t pid);

/* Does this recorder record the process, as another one does? pid 0: does it record any? */
bool recorder_shares(const struct recorder *r, pid_t pid);

/*
 * What other recorders are told: some recorded processes, or a single 0 for all. Returns how many.
 */
size_t recorder_whom(const struct recorder *r, pid_t pids[OTHERS_PIDS]);

/* Turns the recording on or off, from the next event of each process. */
int recorder_turn(struct recorder *r, bool on, struct error *err);
bool recorder_is_off(const struct recorder *r);

/* Is this process a recorder that this one has started for itself? */
bool recorder_owns(const struct recorder *r, pid_t pid);

/*
 * True: recorder_run() returns soon, as after a signal, and not only when all processes have ended.
 */
bool *recorder_end(struct recorder *r);

/*
 * The parts of the recorder; they stay its own. Modules register with the loop what is to happen
 * during the recording.
 */
struct probes *recorder_attached(struct recorder *r);
struct traces *recorder_traces(struct recorder *r);
struct flush *recorder_harvest(struct recorder *r);
struct loop *recorder_loop(struct recorder *r);

/*
 * Who asks to watch is given to add, with an end of a stream socket that add takes over if it succeeds.
 * sight: what may be seen, which add copies; NULL: all. -errno with err set.
 */
void recorder_let_watch(struct recorder *r,
			int (*add)(void *arg, int fd, const struct sight *sight, struct error *err),
			void *arg);

/* take gets each call that was slow; see nytprof/slow.h. */
void recorder_tell_slow(struct recorder *r, void (*take)(void *arg, const struct slow *call),
			void *arg);

/* What of them was not told, as there were too many at once, or not known. */
void recorder_missed_slow(const struct recorder *r, struct slow_budget *missed);

bool recorder_can_be_watched(const struct recorder *r);
int recorder_add_watcher(struct recorder *r, int fd, const struct sight *sight, struct error *err);

/* Did attaching a perl fail in a way that ends the recording?  -errno with err set. */
int recorder_failed(const struct recorder *r, struct error *err);

/* Runs until no followed process lives, the duration is over, or a signal ends it. */
int recorder_run(struct recorder *r, struct error *err);

/* Did the recording end because the maps of names are nearly full? See renewal.h. */
bool recorder_is_worn(const struct recorder *r);

/* Detaches, collects the rest and writes all profiles that are not written yet. */
int recorder_finish(struct recorder *r, struct error *err);

/* The profiles that were written, and the losses. */
const struct outputs *recorder_outputs(const struct recorder *r);

/*
 * If the duration ended before the command, waits for the command and passes a signal on. A second
 * signal ends the wait. Returns the status as recorder_command_status() does.
 */
int recorder_wait_command(struct recorder *r);
int recorder_command_status(const struct recorder *r); /* as wait(2) has it; -1: still runs */

#endif
