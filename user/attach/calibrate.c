// SPDX-License-Identifier: GPL-2.0-or-later
/* Probes functions of our own, with the kinds of instruction that perl's functions offer. */
#include "calibrate.h"

#include <bpf/bpf.h>
#include <bpf/libbpf.h>
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "calibration.h"
#include "calibrate.skel.h"
#include "util/cleanup.h"
#include "util/error.h"

/* One function for each price; the probe goes on the first instruction. */
__asm__(".text\n"
	".type calibrate_trap, @function\n"
	"calibrate_trap: push %rbp; pop %rbp; ret\n"
	".size calibrate_trap, . - calibrate_trap\n"
	".type calibrate_nop5, @function\n"
	"calibrate_nop5: .byte 0x0f, 0x1f, 0x44, 0x00, 0x00; ret\n"
	".size calibrate_nop5, . - calibrate_nop5\n"
	".type calibrate_step, @function\n"
	"calibrate_step: mov %rdi, %rax; ret\n"
	".size calibrate_step, . - calibrate_step\n"
	".type calibrate_return, @function\n"
	"calibrate_return: push %rbp; pop %rbp; ret\n"
	".size calibrate_return, . - calibrate_return\n");

void calibrate_trap(void);
void calibrate_nop5(void);
void calibrate_step(void);
void calibrate_return(void);

#define BATCHES	   12
#define BATCH_HITS 1000

static const struct {
	void (*function)(void);
	bool at_return;
	unsigned hits; /* in a batch */
} subjects[PRICE_CNT] = {
	[PRICE_TRAP] = { calibrate_trap, false, BATCH_HITS },
	[PRICE_NOP5] = { calibrate_nop5, false, BATCH_HITS },
	[PRICE_STEP] = { calibrate_step, false, BATCH_HITS / 10 },
	[PRICE_RETURN] = { calibrate_return, true, BATCH_HITS },
};

static uint64_t now_ns(void)
{
	struct timespec ts;

	clock_gettime(CLOCK_MONOTONIC, &ts);
	return (uint64_t)ts.tv_sec * 1000000000ull + (uint64_t)ts.tv_nsec;
}

/* Where a function of ours is in our file. */
static int own_offset(void (*function)(void), uint64_t *offset)
{
	FILE *maps __cleanup(close_file) = fopen("/proc/self/maps", "re");
	uint64_t start, end, off, at = (uint64_t)(uintptr_t)function;
	char line[4400];

	while (maps && fgets(line, sizeof(line), maps)) {
		if (sscanf(line, "%" SCNx64 "-%" SCNx64 " %*s %" SCNx64, &start, &end, &off) != 3 ||
		    at < start || at >= end)
			continue;
		*offset = at - start + off;
		return 0;
	}
	return -ENOENT;
}

struct bench {
	struct calibrate_bpf *skel;
	enum link_kind kind;
	int exe;
	struct link *links[PRICE_CNT];
	uint64_t bare_ns[PRICE_CNT]; /* a batch without a probe */
};

static int read_calibration(const struct bench *b, struct calibration *c)
{
	uint32_t zero = 0;

	return bpf_map_lookup_elem(bpf_map__fd(b->skel->maps.calibrations), &zero, c);
}

static uint64_t time_batch(enum probe_price price)
{
	uint64_t start = now_ns();
	unsigned i;

	for (i = 0; i < subjects[price].hits; i++)
		subjects[price].function();
	return now_ns() - start;
}

/* The best of several batches: others on this machine only ever add to it. */
static void measure_bare(struct bench *b)
{
	uint64_t took;
	int price, i;

	for (price = 0; price < PRICE_CNT; price++) {
		b->bare_ns[price] = UINT64_MAX;
		for (i = 0; i < BATCHES; i++) {
			took = time_batch((enum probe_price)price);
			b->bare_ns[price] = took < b->bare_ns[price] ? took : b->bare_ns[price];
		}
	}
}

static int measure(const struct bench *b, enum probe_price price, uint32_t *ns, struct error *err)
{
	uint64_t best = UINT64_MAX;
	int i;

	for (i = 0; i < BATCHES; i++) {
		struct calibration before, after;
		uint64_t took, rest;

		if (read_calibration(b, &before))
			return error_set(err, errno, "can't read a BPF map: %s", strerror(errno));
		took = time_batch(price);
		if (read_calibration(b, &after) || after.hits - before.hits < subjects[price].hits)
			return error_set(
				err, EIO,
				"a probe on our own code was not hit: uprobes do not work here");
		rest = after.inside_ns - before.inside_ns + b->bare_ns[price];
		took = took > rest ? took - rest : 0;
		best = took < best ? took : best;
	}
	*ns = (uint32_t)(best / subjects[price].hits);
	return 0;
}

static void *run_trap(void *arg)
{
	calibrate_trap();
	return arg;
}

/* Does a link with a pid filter see the process's other threads? */
static bool pid_filter_works(const struct bench *b)
{
	struct calibration before = {}, after = {};
	pthread_t thread;

	if (read_calibration(b, &before) || pthread_create(&thread, NULL, run_trap, NULL))
		return false;
	pthread_join(thread, NULL);
	return !read_calibration(b, &after) && after.hits > before.hits;
}

static int link_own(struct bench *b, enum probe_price price, struct error *err)
{
	uint64_t offset;
	struct link_spec spec = { .file = b->exe,
				  .offsets = &offset,
				  .cnt = 1,
				  .pid = getpid(),
				  .at_return = subjects[price].at_return };

	if (own_offset(subjects[price].function, &offset))
		return error_set(err, ENOENT, "can't find our own code in /proc/self/maps");
	b->links[price] = link_new(b->skel->progs.hit, b->kind, &spec, err);
	return b->links[price] ? 0 : -errno;
}

static void bench_close(struct bench *b)
{
	links_free(b->links, PRICE_CNT);
	calibrate_bpf__destroy(b->skel);
	b->skel = NULL;
}

/* Loads the program for one kind of link and attaches it to all our functions. */
static int bench_open(struct bench *b, enum link_kind kind, struct error *err)
{
	int rc, price;

	b->kind = kind;
	b->skel = calibrate_bpf__open();
	if (!b->skel)
		return error_set(err, errno, "can't open the calibration program: %s",
				 strerror(errno));
	link_prepare(b->skel->progs.hit, kind);
	rc = calibrate_bpf__load(b->skel);
	if (rc)
		error_set(err, -rc,
			  rc == -EPERM ?
				  "the kernel refuses to load BPF programs: %s (needs root, or "
				  "CAP_BPF and CAP_PERFMON)" :
				  "the kernel can't load a BPF program: %s",
			  strerror(-rc));
	for (price = 0; price < PRICE_CNT && !rc; price++)
		rc = link_own(b, (enum probe_price)price, err);
	if (rc)
		bench_close(b);
	return rc;
}

int kernel_calibrate(struct kernel *kernel, struct error *err)
{
	int exe __cleanup(close_fd) = open("/proc/self/exe", O_RDONLY | O_CLOEXEC);
	struct bench b = { .exe = exe };
	struct error multi_err;
	int rc, price;

	memset(kernel, 0, sizeof(*kernel));
	if (exe < 0)
		return error_set(err, errno, "can't open /proc/self/exe: %s", strerror(errno));
	measure_bare(&b);
	rc = bench_open(&b, LINK_MULTI, &multi_err);
	if (rc)
		rc = bench_open(&b, LINK_PERF, err);
	if (rc)
		return rc;
	kernel->links = b.kind;
	kernel->multi_pid_works = pid_filter_works(&b);
	for (price = 0; price < PRICE_CNT && !rc; price++)
		rc = measure(&b, (enum probe_price)price, &kernel->trap_ns[price], err);
	bench_close(&b);
	/* What the return adds to the entry, which has its own price. */
	kernel->trap_ns[PRICE_RETURN] -= kernel->trap_ns[PRICE_TRAP] <
							 kernel->trap_ns[PRICE_RETURN] ?
						 kernel->trap_ns[PRICE_TRAP] :
						 kernel->trap_ns[PRICE_RETURN];
	return rc;
}
