// SPDX-License-Identifier: GPL-2.0-or-later
/* The agent's side of a job; what an answer means is for who asked. */
#include "sandbox/sandbox.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <sys/wait.h>
#include <unistd.h>
#include <utlist.h>

#include "sandbox/confine.h"
#include "sandbox/wire.h"
#include "util/cleanup.h"
#include "util/clock.h"
#include "util/error.h"

#define GRACE_MS     500u /* beyond the limit of a task: the worker's own timer comes first */
#define HUNG_OF_USER 2u
#define JOBS_MAX     40u /* that have not ended and nobody waits for at once, */
#define JOBS_NOW     16u /* and besides; together fewer than there may be workers */

struct sandbox_job {
	const struct sandbox_task *task;
	uid_t owner;
	int socket;
	uint64_t begun_ns;
	struct sandbox_answer answer;
	size_t room;
	struct wire_frame frame; /* that is being received, */
	size_t frame_len; /* bytes of its head that are there, */
	size_t left; /* and bytes of its data that are not */
	struct sandbox_job *next;
};

static struct {
	pid_t pid; /* that forks workers; 0: none yet */
	pid_t agent; /* whose child that is */
	int requests;
	struct sandbox_job *hung; /* whose workers have not ended, though nobody waits for them */
	unsigned jobs; /* that somebody waits for */
	struct sandbox_sums sums;
} box = { .requests = -1 };

/* ------------------------------------------------------------------------ begin */

/*
 * Nothing that the agent has open is the workers'; their errors are nobody's to see, as targets
 * could write there.
 */
static void leave_all_but(int socket)
{
	int null = open("/dev/null", O_RDWR | O_CLOEXEC);

	dup2(null, STDIN_FILENO);
	dup2(null, STDOUT_FILENO);
#if !defined(__SANITIZE_ADDRESS__)
	dup2(null, STDERR_FILENO);
#endif
	dup2(socket, STDERR_FILENO + 1);
	syscall(SYS_close_range, STDERR_FILENO + 2, ~0u, 0);
}

static _Noreturn void be_the_forker(int requests, pid_t agent)
{
	prctl(PR_SET_PDEATHSIG, SIGKILL);
	if (getppid() != agent)
		_exit(0);
	setpgid(0, 0);
	leave_all_but(requests);
	confine_keep_openers();
	sandbox_serve(STDERR_FILENO + 1);
}

int sandbox_begin(struct error *err)
{
	int ends[2];
	pid_t agent = getpid();

	if (box.pid)
		return 0;
	confine_find_user();
	if (socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, ends))
		return error_set(err, errno, "can't start the sandbox: %s", strerror(errno));
	box.agent = agent;
	box.pid = fork();
	if (!box.pid) {
		close(ends[0]);
		be_the_forker(ends[1], agent);
	}
	close(ends[1]);
	if (box.pid < 0) {
		close(ends[0]);
		box.pid = 0;
		return error_set(err, errno, "can't start the sandbox: %s", strerror(errno));
	}
	box.requests = ends[0];
	return 0;
}

int sandbox_socket(void)
{
	return box.requests;
}

void sandbox_end(void)
{
	if (!box.pid)
		return;
	if (box.agent == getpid())
		shutdown(box.requests, SHUT_WR); /* a fork of ours may have it, too */
	close_fd(&box.requests); /* which is its end, too */
	if (box.agent == getpid())
		waitpid(box.pid, NULL, 0);
	box.requests = -1;
	box.pid = 0;
}

/* ------------------------------------------------------------------ hung workers */

static void job_free(struct sandbox_job *job)
{
	close_fd(&job->socket);
	sandbox_answer_release(&job->answer);
	free(job);
}

/* The other end of a socket closes when the worker is gone. */
static bool worker_is_gone(const struct sandbox_job *job)
{
	struct pollfd end = { .fd = job->socket };

	return poll(&end, 1, 0) > 0 && end.revents & (POLLHUP | POLLERR);
}

static void drop_gone(void)
{
	struct sandbox_job *job, *next;

	LL_FOREACH_SAFE(box.hung, job, next) {
		if (!worker_is_gone(job))
			continue;
		LL_DELETE(box.hung, job);
		job_free(job);
	}
}

static bool allows(uid_t owner, unsigned jobs_max)
{
	const struct sandbox_job *job;
	unsigned of_owner = 0, all = 0;

	drop_gone();
	LL_FOREACH(box.hung, job) {
		of_owner += owner && job->owner == owner;
		all++;
	}
	errno = EBUSY;
	if (of_owner >= HUNG_OF_USER || sandbox_is_blamed(owner))
		return false;
	errno = EAGAIN;
	return box.jobs + all < jobs_max;
}

bool sandbox_allows(uid_t owner)
{
	return allows(owner, JOBS_MAX);
}

/* The job is over for whoever asked.  hangs: perhaps not for its worker. */
static void job_end(struct sandbox_job *job, bool hangs)
{
	box.jobs--;
	if (!hangs || worker_is_gone(job)) {
		job_free(job);
		return;
	}
	sandbox_answer_release(&job->answer);
	shutdown(job->socket, SHUT_RD);
	LL_PREPEND(box.hung, job);
}

void sandbox_give_up(struct sandbox_job *job)
{
	if (job)
		job_end(job, true);
}

/* ------------------------------------------------------------------------- start */

static int send_request(const struct sandbox_task *task, const void *request, size_t len,
			const int *fds, size_t fd_cnt)
{
	const struct wire_head head = { .task = task, .len = (uint32_t)len };
	const struct iovec parts[2] = { { (void *)&head, sizeof(head) }, { (void *)request, len } };
	ssize_t sent = wire_send(box.requests, parts, 2, fds, fd_cnt);

	return sent < 0 ? (int)sent : 0;
}

static struct sandbox_job *start(const struct sandbox_task *task, uid_t owner, const void *request,
				 size_t len, const int *fds, size_t fd_cnt, unsigned jobs_max)
{
	struct sandbox_job *job;
	int sent[SANDBOX_FDS + 1], ends[2], rc;
	struct error err;

	if (len > SANDBOX_REQUEST || fd_cnt > SANDBOX_FDS) {
		errno = EINVAL;
		return NULL;
	}
	if (!allows(owner, jobs_max) || sandbox_begin(&err) || !(job = calloc(1, sizeof(*job))))
		return NULL;
	if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends)) {
		free(job);
		return NULL;
	}
	sent[0] = ends[1];
	if (fd_cnt)
		memcpy(sent + 1, fds, fd_cnt * sizeof(*fds));
	rc = send_request(task, request, len, sent, fd_cnt + 1);
	if (rc == -EPIPE ||
	    rc == -ECONNRESET) { /* it was killed, for want of memory for instance */
		sandbox_end();
		rc = sandbox_begin(&err) ?: send_request(task, request, len, sent, fd_cnt + 1);
	}
	close(ends[1]);
	job->task = task;
	job->owner = owner;
	job->socket = ends[0];
	job->begun_ns = mono_ns();
	if (rc) {
		job_free(job);
		errno = -rc;
		return NULL;
	}
	box.jobs++;
	box.sums.jobs++;
	return job;
}

struct sandbox_job *sandbox_start(const struct sandbox_task *task, uid_t owner, const void *request,
				  size_t len, const int *fds, size_t fd_cnt)
{
	return start(task, owner, request, len, fds, fd_cnt, JOBS_MAX);
}

int sandbox_job_fd(const struct sandbox_job *job)
{
	return job->socket;
}

/* ------------------------------------------------------------------------ answer */

static void take_fds(struct sandbox_answer *a, int *fds, size_t cnt)
{
	size_t i;

	for (i = 0; i < cnt; i++) {
		if (a->fd_cnt < SANDBOX_FDS)
			a->fds[a->fd_cnt++] = fds[i];
		else
			close(fds[i]);
	}
}

/* Room for the data of a frame that has begun; -EFBIG. */
static int make_room(struct sandbox_job *job)
{
	struct sandbox_answer *a = &job->answer;
	size_t need = a->len + job->frame.len;
	char *more;

	if (need > job->task->answer_max)
		return -EFBIG;
	if (need > job->room) {
		more = realloc(a->data, need);
		if (!more)
			return -ENOMEM;
		a->data = more;
		job->room = need;
	}
	job->left = job->frame.len;
	return 0;
}

/* 1: the answer is whole; 0: more may come; -EAGAIN: later. */
static int take_some(struct sandbox_job *job)
{
	bool in_head = job->frame_len < sizeof(job->frame);
	char *to = in_head ? (char *)&job->frame + job->frame_len :
			     job->answer.data + job->answer.len;
	size_t want = in_head ? sizeof(job->frame) - job->frame_len : job->left, fd_cnt;
	int fds[SANDBOX_FDS + 1], rc = 0;
	ssize_t got = wire_receive(job->socket, to, want, MSG_DONTWAIT, fds, &fd_cnt);

	if (got <= 0)
		return got ? (int)got : -EPIPE;
	take_fds(&job->answer, fds, fd_cnt);
	if (in_head) {
		job->frame_len += (size_t)got;
		if (job->frame_len < sizeof(job->frame))
			return 0;
		rc = make_room(job);
	} else {
		job->answer.len += (size_t)got;
		job->left -= (size_t)got;
	}
	if (rc || job->left)
		return rc;
	job->frame_len = 0;
	job->answer.rc = job->frame.rc > 0 ? -EPROTO : job->frame.rc;
	return job->frame.over ? 1 : 0;
}

static uint64_t patience_ms(const struct sandbox_job *job)
{
	uint64_t gone_ms = (mono_ns() - job->begun_ns) / 1000000,
		 limit = job->task->limit_ms + GRACE_MS;

	return gone_ms < limit ? limit - gone_ms : 0;
}

/* Its own timer ends a worker that takes too long, unless the kernel does not let it. */
static int why_none(const struct sandbox_job *job, int rc)
{
	if (rc == -EAGAIN || (rc == -EPIPE && patience_ms(job) <= GRACE_MS)) {
		box.sums.timed_out++;
		return -ETIMEDOUT;
	}
	box.sums.crashed++;
	return rc == -ECONNRESET ? -EPIPE : rc;
}

bool sandbox_take(struct sandbox_job *job, struct sandbox_answer *answer)
{
	int rc;

	while (!(rc = take_some(job)))
		;
	if (rc == -EAGAIN && patience_ms(job))
		return false;
	if (rc < 0)
		job->answer.rc = why_none(job, rc);
	*answer = job->answer;
	if (!answer->data)
		answer->data = calloc(1, 1);
	memset(&job->answer, 0, sizeof(job->answer));
	if (answer->rc == -ETIMEDOUT && job->owner != SANDBOX_MANY)
		sandbox_blame(job->owner, job->task->limit_ms);
	job_end(job, answer->rc == -ETIMEDOUT);
	return true;
}

void sandbox_poll(const struct sandbox_job *job)
{
	struct pollfd there = { .fd = job->socket, .events = POLLIN };

	poll(&there, 1, (int)patience_ms(job));
}

int sandbox_wait(struct sandbox_job *job, struct sandbox_answer *answer)
{
	while (!sandbox_take(job, answer))
		sandbox_poll(job);
	return answer->rc;
}

int sandbox_run(const struct sandbox_task *task, uid_t owner, const void *request, size_t len,
		const int *fds, size_t fd_cnt, struct sandbox_answer *answer)
{
	struct sandbox_job *job =
		start(task, owner, request, len, fds, fd_cnt, JOBS_MAX + JOBS_NOW);

	if (job)
		return sandbox_wait(job, answer);
	*answer = (struct sandbox_answer){ .rc = -errno };
	answer->data = calloc(1, 1);
	return answer->rc;
}

void sandbox_answer_release(struct sandbox_answer *answer)
{
	size_t i;

	for (i = 0; i < answer->fd_cnt; i++)
		close_fd(&answer->fds[i]);
	free(answer->data);
	*answer = (struct sandbox_answer){};
}

const void *sandbox_answer_next(const struct sandbox_answer *answer, size_t *at, size_t size)
{
	const void *next = answer->data + *at;

	if (*at > answer->len || size > answer->len - *at)
		return NULL;
	*at += size;
	return next;
}

bool sandbox_answer_copy(const struct sandbox_answer *answer, size_t *at, void *to, size_t size)
{
	const void *from = sandbox_answer_next(answer, at, size);

	if (from)
		memcpy(to, from, size);
	return from != NULL;
}

void sandbox_sums(struct sandbox_sums *sums)
{
	*sums = box.sums;
}
