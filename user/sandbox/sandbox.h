/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Jobs on what others control: their ELF files, memory, pages of /proc and source files.
 *
 * A small process is forked before the agent has any data. It forks a worker for each job. The
 * worker opens what it is to read with the agent's rights. Then it gives up user, groups,
 * capabilities and all but a few system calls. Only then does it read. A worker that crashes, hangs
 * or lies harms its own job only: the agent goes on without the answer, and checks what an answer
 * says.
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

/*
 * What a worker does. It must be a constant of the program, because requests name it by its
 * address.
 */
struct sandbox_task {
	const char *name; /* what ps shows */
	/*
	 * Runs with the agent's rights: opens files, and reads nothing that somebody else has
	 * written. It may give up rights itself, to open files as another user. NULL: nothing to
	 * open. -errno ends the job.
	 */
	int (*open)(struct sandbox_worker *w);
	int (*work)(struct sandbox_worker *w); /* without rights; returns the answer's .rc */
	unsigned limit_ms; /* wall time, for both */
	size_t memory_max; /* bytes */
	size_t answer_max; /* bytes */
};

/* ------------------------------------------------------------------ the agent's side */

/*
 * Forks the process that forks the workers. Call it while the agent is small and has no threads;
 * otherwise the first job does it. -errno with err set.
 */
int sandbox_begin(struct error *err);

/* The socket for requests. A fork of the agent that has jobs, too, keeps it open. -1: none. */
int sandbox_socket(void);

void sandbox_end(void); /* ends that process; running jobs still finish */

/*
 * Starts a job. owner: the user whose files or memory are read. A user who has held up a worker
 * waits before the next job, longer each time, and until no worker hangs on his things; root never
 * waits. SANDBOX_MANY: several users, see sandbox_blame(). The caller keeps the descriptors. NULL
 * with errno: EBUSY, the user has to wait; EAGAIN, too many jobs at once; or that of
 * sandbox_begin().
 */
#define SANDBOX_MANY ((uid_t)-1)
struct sandbox_job *sandbox_start(const struct sandbox_task *task, uid_t owner, const void *request,
				  size_t len, const int *fds, size_t fd_cnt);

/* Readable whenever sandbox_take() has something to do. It is closed with the job. */
int sandbox_job_fd(const struct sandbox_job *job);

struct sandbox_answer {
	int rc; /* of open or work; -ETIMEDOUT; -EPIPE: a crash; -EFBIG: too long an answer */
	char *data; /* what the worker sent, also if it failed; never NULL */
	size_t len;
	int fds[SANDBOX_FDS]; /* descriptors that it gave, in order */
	size_t fd_cnt;
};

/* True: the job is over, and this is its answer.  Never waits. */
bool sandbox_take(struct sandbox_job *job, struct sandbox_answer *answer);

/* Waits until sandbox_take() is worth a call, or the task has had its time. */
void sandbox_poll(const struct sandbox_job *job);

/*
 * Waits for the answer, at most as long as the task may take. The job is over then. Returns
 * answer->rc.
 */
int sandbox_wait(struct sandbox_job *job, struct sandbox_answer *answer);

/*
 * Starts a job and waits for the answer. -errno also if it could not be started; the answer is
 * empty then, and still to be released.
 */
int sandbox_run(const struct sandbox_task *task, uid_t owner, const void *request, size_t len,
		const int *fds, size_t fd_cnt, struct sandbox_answer *answer);

void sandbox_give_up(struct sandbox_job *job); /* drops the job; NULL: nothing */
void sandbox_answer_release(struct sandbox_answer *answer);

/* The next size bytes of an answer; NULL: it has fewer. *at begins with 0. */
const void *sandbox_answer_next(const struct sandbox_answer *answer, size_t *at, size_t size);

/*
 * Copies them, because nothing in an answer is aligned. False: the answer has fewer, and to is
 * unchanged.
 */
bool sandbox_answer_copy(const struct sandbox_answer *answer, size_t *at, void *to, size_t size);

/* May a job for this user start now? If not, errno as of sandbox_start(). */
bool sandbox_allows(uid_t owner);

/* This user has held up a job for several users, which may take so long. */
void sandbox_blame(uid_t owner, unsigned limit_ms);
bool sandbox_is_blamed(uid_t owner); /* true while that user waits */

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

/* Adds to the answer. -EFBIG: no room. */
int sandbox_say(struct sandbox_worker *w, const void *data, size_t len);

/*
 * Sends the answer so far, so that it arrives whatever happens next. -errno: nobody listens any
 * more.
 */
int sandbox_flush(struct sandbox_worker *w);

/* Sends the descriptor with the answer. The worker keeps it, too. */
int sandbox_give(struct sandbox_worker *w, int fd);

#endif
