// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * nytprof-bpf ctl, the recorder's end: the input is what a client sends, and the recorder is none, so that
 * requests are obeyed in no time.
 */
#include "run/server.c"

/* ------------------------------------------------------------------- the recorder */

static struct harvest harvest;

struct harvest *recorder_harvest(struct recorder *r)
{
	(void)r;
	return &harvest;
}

bool recorder_is_about(const struct recorder *r, pid_t pid)
{
	(void)r;
	return pid > 1000;
}

bool recorder_is_off(const struct recorder *r)
{
	(void)r;
	return false;
}

int recorder_turn(struct recorder *r, bool on, struct error *err)
{
	(void)r;
	return on ? 0 : error_set(err, EIO, "can't be turned off");
}

int harvest_update(struct harvest *h, struct error *err)
{
	(void)h;
	(void)err;
	return 0;
}

int harvest_flush(struct harvest *h, void (*say)(const struct outputs *out, int rc, void *arg),
		  void *arg, struct error *err)
{
	(void)h;
	(void)say; /* in another process, which answers */
	(void)arg;
	(void)err;
	return 0;
}

int outputs_choose(struct outputs *out, struct tracee *t)
{
	(void)out;
	(void)t;
	return -ENOENT;
}

unsigned outputs_cnt(const struct outputs *out)
{
	(void)out;
	return 1;
}

void outputs_print_files(const struct outputs *out, FILE *to)
{
	(void)out;
	fprintf(to, "/tmp/nytprof.out\n");
}

uint64_t tracee_lost(const struct tracee *t)
{
	(void)t;
	return 0;
}

void drain_each_interp(struct drain *d,
		       void (*visit)(const struct interp *in, struct tracee *t, void *arg),
		       void *arg)
{
	(void)d;
	(void)visit;
	(void)arg;
}

/* -------------------------------------------------------------------- one client */

/* An answer is a digit, a line break, and what else there is to say. */
static void expect_answer(int fd)
{
	char answer[CONTROL_PART];
	ssize_t got = recv(fd, answer, sizeof(answer), 0);

	if (got > 0 && (got < 2 || answer[0] < '0' || answer[0] > '2' || answer[1] != '\n'))
		abort();
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	static struct server s = { .fd = -1, .epoll = -1 };
	int pair[2];

	if (s.epoll < 0)
		s.epoll = epoll_create1(EPOLL_CLOEXEC);
	harvest.drain = (struct drain *)&harvest; /* not NULL, which is all that is asked */
	if (size > 4096 || socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, pair))
		return -1;
	watch(&s, pair[0]);
	send(pair[1], data, size, MSG_NOSIGNAL);
	shutdown(pair[1], SHUT_WR);
	server_take(&s, NULL);
	expect_answer(pair[1]);
	close(pair[1]);
	return 0;
}
