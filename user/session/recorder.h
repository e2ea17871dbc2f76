/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * A recording from the first probe to the last file: owns the BPF objects, the drain and the
 * loop.  command/record.c decides what is recorded and when it ends.
 */
#ifndef NYTPROF_RECORDER_H
#define NYTPROF_RECORDER_H

#include <stdbool.h>
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

struct recorder *recorder_new(const struct options *options, struct error *err);
void recorder_free(struct recorder *r);

/* Of the processes that hit a probe, only those that are followed; many: more than one.  Before the first image. */
void recorder_only_followed(struct recorder *r, bool many);

/*
 * Loads the programs for a perl; takes the image over.  Returns its number; the same perl
 * again gives the same number.  -errno.
 */
int recorder_add_image(struct recorder *r, struct perl_image *image, struct error *err);

/* Attaches the programs of an image, as object_attach does. */
int recorder_attach(struct recorder *r, int image, pid_t pid, int file, struct error *err);

/*
 * Every perl of the host: the recording goes on until it is told to end.  Before the first image; host is the caller's,
 * who knows which processes are recorded.
 */
struct recorder_host {
	/* The BPF maps and the drain are there.  -errno. */
	int (*loaded)(void *arg, const struct maps *maps, struct error *err);
	/* Is this process recorded? */
	bool (*records)(const void *arg, pid_t pid);
	/* May it be, by what is known of it now? */
	bool (*may_record)(const void *arg, pid_t pid);
	/* Those that are; how many. */
	size_t (*list)(const void *arg, pid_t *pids, size_t max);
	/* Reads the file of the options again.  -errno with err set, which was said: nothing has changed. */
	int (*reload)(void *arg, struct error *err);
	/* At the end: adds whom it has missed. */
	void (*missed)(void *arg, struct missed *missed);
	void *arg;
};
void recorder_follow_all(struct recorder *r, const struct recorder_host *host);

/* SIGHUP does not end the recording: it does what recorder_reload() does. */
void recorder_reload_at_hup(struct recorder *r);

/* -errno with err set: nothing has changed. */
int recorder_reload(struct recorder *r, struct error *err);

/* The process and its descendants: the recording goes on as long as one of them lives. */
int recorder_follow(struct recorder *r, pid_t pid, struct error *err);

/* Attaches to all perls that a process has mapped.  -errno as process_perls. */
int recorder_attach_process(struct recorder *r, pid_t pid, struct error *err);

/* The command that was started, 0: none.  Its exit status is kept; signals are passed on to it. */
void recorder_set_command(struct recorder *r, pid_t pid);

/* Blocks the signals that recorder_run takes; a command gets the mask of before. */
int recorder_block_signals(struct recorder *r, struct error *err);

/* From now on it is known which signals our whole process group gets: those are not passed on. */
void recorder_watch_group(struct recorder *r);

/* Is it one of those that are followed, or the recorder itself? */
bool recorder_is_about(const struct recorder *r, pid_t pid);

/* Does it record what another recorder does?  pid 0: all that is met. */
bool recorder_shares(const struct recorder *r, pid_t pid);

/* For other recorders: some of those that are recorded, or one that is 0 for all; how many. */
size_t recorder_whom(const struct recorder *r, pid_t pids[OTHERS_PIDS]);

/* Recording off, or on: from the next event of each process. */
int recorder_turn(struct recorder *r, bool on, struct error *err);
bool recorder_is_off(const struct recorder *r);

/* Its parts, which stay its own.  In the loop one registers what is to go on while it records. */
struct probes *recorder_attached(struct recorder *r);
struct flush *recorder_harvest(struct recorder *r);
struct loop *recorder_loop(struct recorder *r);

/* Did attaching a perl fail in a way that ends the recording?  -errno with err set. */
int recorder_failed(const struct recorder *r, struct error *err);

/* Until nothing that is followed lives, the duration is over, or a signal says so. */
int recorder_run(struct recorder *r, struct error *err);

/* Has it ended since its maps of names are nearly full?  See renewal.h. */
bool recorder_is_worn(const struct recorder *r);

/* Detaches, collects what is left, writes what was not written yet. */
int recorder_finish(struct recorder *r, struct error *err);

/* What was written, and what was not. */
const struct outputs *recorder_outputs(const struct recorder *r);

/*
 * Where the duration ended before the command: waits for it, passing a signal on; a second
 * signal ends the waiting.  Its status as recorder_command_status.
 */
int recorder_wait_command(struct recorder *r);
int recorder_command_status(const struct recorder *r); /* as wait(2) has it; -1: still runs */

#endif
