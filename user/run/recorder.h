/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * A recording from the first probe to the last file: owns the BPF objects, the drain and the
 * loop.  run/record.c decides what is recorded and when it ends.
 */
#ifndef NYTPROF_RECORDER_H
#define NYTPROF_RECORDER_H

#include <stdbool.h>
#include <sys/types.h>

struct error;
struct harvest;
struct options;
struct outputs;
struct perl_image;
struct recorder;

struct recorder *recorder_new(const struct options *options, struct error *err);
void recorder_free(struct recorder *r);

/* Of the processes that hit a probe, only those that are followed; before the first image. */
void recorder_only_followed(struct recorder *r);

/*
 * Loads the programs for a perl; takes the image over.  Returns its number; the same perl
 * again gives the same number.  -errno.
 */
int recorder_add_image(struct recorder *r, struct perl_image *image, struct error *err);

/* Attaches the programs of an image, as object_attach does. */
int recorder_attach(struct recorder *r, int image, pid_t pid, int file, struct error *err);

/*
 * Every perl of the host, into a directory of profiles, which is the caller's; the recording goes on until it is
 * told to end.
 */
struct store;
int recorder_follow_all(struct recorder *r, struct store *store, struct error *err);

/* What it tells of itself; before recorder_run.  It stays the caller's, NULL is none. */
struct metrics;
void recorder_use_metrics(struct recorder *r, struct metrics *m);

/* SIGHUP does not end it: it reads the file of the options again, into these. */
void recorder_reload_at_hup(struct recorder *r, struct options *options);

/* The process and its descendants: the recording goes on as long as one of them lives. */
int recorder_follow(struct recorder *r, pid_t pid, struct error *err);

/* Attaches to all perls that a process has mapped.  -errno as process_perls. */
int recorder_attach_process(struct recorder *r, pid_t pid, struct error *err);

/* The command that was started, 0: none.  Its exit status is kept; signals are passed on to it. */
void recorder_set_command(struct recorder *r, pid_t pid);

/* Blocks the signals that recorder_run takes; a command gets the mask of before. */
int recorder_block_signals(struct recorder *r, struct error *err);
void recorder_restore_signals(void);

/* From now on it is known which signals our whole process group gets: those are not passed on. */
void recorder_watch_group(struct recorder *r);

/* Is it one of those that are followed, or the recorder itself? */
bool recorder_is_about(const struct recorder *r, pid_t pid);

/* Recording off, or on: from the next event of each process. */
int recorder_turn(struct recorder *r, bool on, struct error *err);
bool recorder_is_off(const struct recorder *r);

struct harvest *recorder_harvest(struct recorder *r);
struct census;
const struct census *recorder_census(const struct recorder *r); /* NULL: none */

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
