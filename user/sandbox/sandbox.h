/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Jobs on what others control: their ELF files, their memory, their pages of /proc, their source files.
 *
 * A small process, forked before the agent has anything, forks a worker for each job.  The worker opens what it
 * is to look at with the agent's rights.  Then it gives up user, groups, capabilities and all system calls but a
 * few, and only then reads.  A worker that crashes, hangs or lies harms its own job and nothing else:
 * whoever asked goes on without the answer, and checks what an answer says.
 */
#ifndef NYTPROF_SANDBOX_H
#define NYTPROF_SANDBOX_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

#define SANDBOX_FDS	 4 /* descriptors of a request */
#define SANDBOX_REQUEST	 (64u << 10) /* bytes of one */
#define SANDBOX_NAME_LEN 15 /* of a task */

struct error;
struct sandbox_answer;
struct sandbox_job;
struct sandbox_worker;

/* What a worker does; a constant of the program, since it is named by its address. */
struct sandbox_task {
	const char *name; /* what ps shows */
	/*
	 * With the agent's rights: opens, and looks into nothing that somebody else has written.  It may also give up rights
	 * itself, to open files as somebody else.  NULL: there is nothing to open.  -errno ends the job.
	 */
	int (*open)(struct sandbox_worker *w);
	int (*work)(struct sandbox_worker
			    *w); /* without any right; what it returns is the answer's .rc */
	unsigned limit_ms; /* wall time, for both */
	size_t memory_max; /* bytes */
	size_t answer_max; /* bytes */
};

/* ------------------------------------------------------------------ the agent's side */

/*
 * Forks the process that forks the workers.  Call it while the agent is small and has no threads; otherwise the
 * first job does it.  -errno with err set.
 */
int sandbox_begin(struct error *err);

/* The socket that requests go by: a fork of the agent that has jobs, too, keeps it.  -1: there is none. */
int sandbox_socket(void);

void sandbox_end(void); /* of that process; jobs that run come to their own end */

/*
 * Starts a job.  owner: the user whose things are looked at; root never waits.  One whose things have held up a worker waits for the
 * next, each time longer, and until no worker of his hangs any more; SANDBOX_MANY: of several, see sandbox_blame().
 * The descriptors stay the caller's.
 * NULL with errno: EBUSY, that user has to wait; EAGAIN, too many jobs at once; what sandbox_begin returns.
 */
#define SANDBOX_MANY ((uid_t)-1)
struct sandbox_job *sandbox_start(const struct sandbox_task *task, uid_t owner, const void *request,
				  size_t len, const int *fds, size_t fd_cnt);

/* Readable whenever sandbox_take() is worth a call; it ends with the job. */
int sandbox_job_fd(const struct sandbox_job *job);

struct sandbox_answer {
	int rc; /* of open or work; -ETIMEDOUT, -EPIPE: the worker crashed, -EFBIG: it said too much */
	char *data; /* what it has said, also if it failed; never NULL */
	size_t len;
	int fds[SANDBOX_FDS]; /* what it gave back, in that order */
	size_t fd_cnt;
};

/* True: the job is over, and this is its answer.  Never waits. */
bool sandbox_take(struct sandbox_job *job, struct sandbox_answer *answer);

/* Waits until sandbox_take() is worth a call, or the task has had its time. */
void sandbox_poll(const struct sandbox_job *job);

/* Waits for it, at most as long as the task may take.  The job is over.  Returns answer->rc. */
int sandbox_wait(struct sandbox_job *job, struct sandbox_answer *answer);

/* Both at once.  -errno also if it could not be started; the answer is empty then, and to be released. */
int sandbox_run(const struct sandbox_task *task, uid_t owner, const void *request, size_t len,
		const int *fds, size_t fd_cnt, struct sandbox_answer *answer);

void sandbox_give_up(struct sandbox_job *job); /* nobody wants the answer any more; NULL: none */
void sandbox_answer_release(struct sandbox_answer *answer);

/* The next size bytes of an answer; NULL: it has fewer.  *at begins with 0. */
const void *sandbox_answer_next(const struct sandbox_answer *answer, size_t *at, size_t size);

/* Copies them, as nothing in an answer is aligned.  False: it has fewer, and to is as it was. */
bool sandbox_answer_copy(const struct sandbox_answer *answer, size_t *at, void *to, size_t size);

/* May a job on this user's things start now?  If not, errno as of sandbox_start. */
bool sandbox_allows(uid_t owner);

/* A job on things of several users, which may take so long, was held up by this one's. */
void sandbox_blame(uid_t owner, unsigned limit_ms);
bool sandbox_is_blamed(uid_t owner); /* and still waits */

/* Jobs since the begin that ended without an answer. */
struct sandbox_sums {
	uint64_t jobs;
	uint64_t timed_out;
	uint64_t crashed;
};
void sandbox_sums(struct sandbox_sums *sums);

/* ----------------------------------------------------------------- the worker's side */

struct sandbox_worker {
	const void *request;
	size_t len;
	int fds[SANDBOX_FDS]; /* of the request, then what open puts there; -1: none */
	void *state; /* from open to work */
};

/* Adds to the answer.  -EFBIG: there is no room for it. */
int sandbox_say(struct sandbox_worker *w, const void *data, size_t len);

/* Sends what was said so far, so that it is known whatever comes next; -errno: nobody listens any more. */
int sandbox_flush(struct sandbox_worker *w);

/* The descriptor goes back with what was said; the worker still has it. */
int sandbox_give(struct sandbox_worker *w, int fd);

#endif
