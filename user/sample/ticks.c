// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * Perf events of the software CPU clock, which every machine has.  One for each processor: events
 * of a task are not inherited by its children where they run a BPF program (kernel/events/core.c,
 * perf_event_set_bpf_prog, 6.18).
 */
#include "ticks.h"

#include <errno.h>
#include <linux/perf_event.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/random.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "util/cleanup.h"
#include "util/error.h"

#define RATE_FILE     "/proc/sys/kernel/perf_event_max_sample_rate"
#define PARANOID_FILE "/proc/sys/kernel/perf_event_paranoid"

#define STIRS	      10 /* calls of ticks_stir() in a second, in which each timer has its turn once */
#define STIR_PERMILL  100 /* a rate is at most so much above or below the usual one */

struct ticks {
	int *fds;
	unsigned cnt;
	unsigned rate;
	unsigned turn; /* of STIRS */
	bool steady; /* the kernel would not allow a higher rate */
};

unsigned ticks_period_ns(unsigned rate)
{
	return 1000000000u / rate;
}

static int read_number(const char *path, long *number)
{
	FILE *f __cleanup(close_file) = fopen(path, "re");

	return f && fscanf(f, "%ld", number) == 1 ? 0 : -ENOENT;
}

int ticks_check_rate(unsigned rate, struct error *err)
{
	long max;

	if (read_number(RATE_FILE, &max) || rate <= max)
		return 0;
	return error_set(err, EINVAL,
			 "--rate=%u: this kernel allows %ld samples a second "
			 "(kernel.perf_event_max_sample_rate)",
			 rate, max);
}

static int refused(struct error *err)
{
	const int why = errno;
	long paranoid;

	if (why != EACCES && why != EPERM)
		return error_set(err, why, "can't sample: no perf event of the CPU clock: %s",
				 strerror(why));
	if (read_number(PARANOID_FILE, &paranoid))
		paranoid = 2;
	if (paranoid > 2) /* Debian's and Ubuntu's kernels know 3 and 4 */
		return error_set(
			err, EPERM,
			"can't sample: kernel.perf_event_paranoid is %ld, so perf events take "
			"CAP_SYS_ADMIN: give it to the agent, or set that to 2",
			paranoid);
	return error_set(err, EPERM,
			 "can't sample: no right to perf events of all processors; that takes "
			 "CAP_PERFMON or CAP_SYS_ADMIN");
}

/* Nothing is to be seen of user space or the kernel by the event itself; the program looks. */
static int open_event(unsigned cpu, unsigned rate)
{
	struct perf_event_attr attr = { .type = PERF_TYPE_SOFTWARE,
					.size = sizeof(attr),
					.config = PERF_COUNT_SW_CPU_CLOCK,
					.freq = 1,
					.sample_freq = rate,
					.disabled = 1,
					.exclude_idle = 1 };

	return (int)syscall(SYS_perf_event_open, &attr, -1, (int)cpu, -1, PERF_FLAG_FD_CLOEXEC);
}

static int start(struct ticks *t, unsigned cpu, int prog, unsigned rate, struct error *err)
{
	int fd __cleanup(close_fd) = open_event(cpu, rate);

	if (fd < 0 && (errno == ENODEV || errno == EINVAL) && t->cnt)
		return 0; /* it is off */
	if (fd < 0)
		return refused(err);
	if (ioctl(fd, PERF_EVENT_IOC_SET_BPF, prog) || ioctl(fd, PERF_EVENT_IOC_ENABLE, 0))
		return error_set(err, errno, "can't sample: no BPF program at a perf event: %s",
				 strerror(errno));
	t->fds[t->cnt++] = take_fd(&fd);
	return 0;
}

struct ticks *ticks_new(int prog, unsigned rate, struct error *err)
{
	long cpus = sysconf(_SC_NPROCESSORS_CONF);
	struct ticks *t = calloc(1, sizeof(*t));
	unsigned cpu;
	long max;
	int rc = 0;

	if (t)
		t->fds = calloc((size_t)(cpus > 0 ? cpus : 1), sizeof(*t->fds));
	if (!t || !t->fds) {
		ticks_free(t);
		error_set(err, ENOMEM, "out of memory");
		return NULL;
	}
	t->rate = rate;
	t->steady = !read_number(RATE_FILE, &max) && rate + rate * STIR_PERMILL / 1000 > max;
	for (cpu = 0; cpu < (unsigned)cpus && !rc; cpu++)
		rc = start(t, cpu, prog, rate, err);
	if (!rc)
		return t;
	ticks_free(t);
	errno = -rc;
	return NULL;
}

/*
 * Rates and not periods are equally likely, so that a second has as many ticks as before, on
 * average.  A change starts the timer anew, which takes half a tick away: a second gets one half
 * more (kernel/events/core.c, __perf_event_period, 6.18).
 */
static uint64_t stirred_period_ns(unsigned rate)
{
	unsigned random = 0;
	uint64_t permill;

	if (getrandom(&random, sizeof(random), GRND_NONBLOCK) != sizeof(random))
		return ticks_period_ns(rate);
	permill = 1000 - STIR_PERMILL + random % (2 * STIR_PERMILL + 1);
	return 1000000000000u / (rate * permill + 500);
}

void ticks_stir(struct ticks *t)
{
	uint64_t period;
	unsigned i;

	if (!t || t->steady)
		return;
	for (i = t->turn; i < t->cnt; i += STIRS) {
		period = stirred_period_ns(t->rate);
		ioctl(t->fds[i], PERF_EVENT_IOC_PERIOD, &period);
	}
	t->turn = (t->turn + 1) % STIRS;
}

void ticks_free(struct ticks *t)
{
	if (!t)
		return;
	while (t->cnt)
		close(t->fds[--t->cnt]);
	free(t->fds);
	free(t);
}
