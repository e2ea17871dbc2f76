// SPDX-License-Identifier: GPL-2.0-or-later
/* Probes functions of our own, with the kinds of instruction that perl's functions offer. */
#include "calibrate.h"

#include <bpf/bpf.h>
#include <bpf/libbpf.h>
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <pthread.h>
#include <signal.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/param.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "attach/features.h"
#include "attach/kernel_btf.h"
#include "attach/subjects.h"
#include "attach/toy.h"
#include "nytprof/calibration.h"
#include "nytprof/settings.h"
#include "util/cleanup.h"
#include "util/error.h"
#include "util/sort.h"
#include "calibrate.skel.h"

/*
 * A function for each price, with the probe on its first instruction, and its twin without one. The
 * kernel makes no call of a nop that lies in two pages (6.18, arch/x86/kernel/uprobes.c,
 * can_optimize()).
 */
#define SUBJECT(name, code)                                  \
	".balign 16\n"                                       \
	".type calibrate_" name ", @function\n"              \
	"calibrate_" name ": " code "; ret\n"                \
	".size calibrate_" name ", . - calibrate_" name "\n" \
	".type twin_" name ", @function\n"                   \
	"twin_" name ": " code "; ret\n"                     \
	".size twin_" name ", . - twin_" name "\n"

/* clang-format off */
__asm__(".text\n"
	SUBJECT("trap", SUBJECT_TRAP)
	SUBJECT("push", SUBJECT_PUSH)
	SUBJECT("nop5", SUBJECT_NOP5)
	SUBJECT("nop10", SUBJECT_NOP10)
	SUBJECT("step", SUBJECT_STEP)
	SUBJECT("return", SUBJECT_PUSH)); /* as most functions begin */
/* clang-format on */

void calibrate_trap(void), twin_trap(void);
void calibrate_push(void), twin_push(void);
void calibrate_nop5(void), twin_nop5(void);
void calibrate_nop10(void), twin_nop10(void);
void calibrate_step(void), twin_step(void);
void calibrate_return(void), twin_return(void);

#define BATCHES	   21
#define BATCH_HITS (50 * TOY_STATEMENTS)
#define BATCH_NS   1000000 /* about so long: where a trap takes long, fewer hits tell as much */
#define HITS_LEAST (8 * TOY_STATEMENTS)

static const struct {
	void (*function)(void);
	void (*twin)(void);
	bool at_return;
	unsigned hits; /* in a batch */
} subjects[PRICE_CNT] = {
	[PRICE_TRAP] = { calibrate_trap, twin_trap, false, BATCH_HITS },
	[PRICE_PUSH] = { calibrate_push, twin_push, false, BATCH_HITS },
	[PRICE_NOP5] = { calibrate_nop5, twin_nop5, false, BATCH_HITS },
	[PRICE_NOP10] = { calibrate_nop10, twin_nop10, false, BATCH_HITS },
	[PRICE_STEP] = { calibrate_step, twin_step, false, BATCH_HITS / 10 },
	[PRICE_RETURN] = { calibrate_return, twin_return, true, BATCH_HITS },
};

/* Processor time: on a busy machine most of the elapsed time would be that of others. */
static uint64_t used_ns(void)
{
	struct timespec ts;

	clock_gettime(CLOCK_THREAD_CPUTIME_ID, &ts);
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
	struct link *at_entry; /* of the function whose return is probed: perl's have both */
};

static int read_calibration(const struct bench *b, struct calibration *c)
{
	uint32_t zero = 0;

	return bpf_map_lookup_elem(bpf_map__fd(b->skel->maps.calibrations), &zero, c);
}

static int64_t time_batch(unsigned hits, void (*function)(void))
{
	uint64_t start = used_ns();

	toy_run(hits, function);
	return (int64_t)(used_ns() - start);
}

struct batch {
	double price; /* ns of a hit outside of its handler */
	double clock; /* ns of reading the clock */
	double inside; /* ns in the handler */
	double bare; /* ns of the toy's statement without a probe */
	double between; /* ns from the end of the handler at the entry to the begin of that at the return */
};

static int measure_batch(const struct bench *b, enum probe_price price, unsigned hits,
			 struct batch *batch)
{
	struct calibration before = {}, after = {};
	int64_t bare, took;

	bare = time_batch(hits, subjects[price].twin);
	if (read_calibration(b, &before))
		return -errno;
	took = time_batch(hits, subjects[price].function);
	if (read_calibration(b, &after))
		return -errno;
	if (after.hits - before.hits < hits)
		return -EIO;
	took -= bare + (int64_t)(after.inside_ns - before.inside_ns);
	batch->bare = (double)bare / hits;
	batch->inside = (double)(after.inside_ns - before.inside_ns) / hits;
	batch->price = took > 0 ? (double)took / hits : 0;
	if (after.return_cnt > before.return_cnt)
		batch->between = (double)(after.returns_ns - before.returns_ns) /
				 (double)(after.return_cnt - before.return_cnt);
	if (after.clock_cnt > before.clock_cnt)
		batch->clock = (double)(after.clock_ns - before.clock_ns) /
			       (double)(after.clock_cnt - before.clock_cnt);
	return 0;
}

static int by_price(const void *one, const void *other)
{
	const struct batch *a = one, *b = other;

	return (a->price > b->price) - (a->price < b->price);
}

/* How many hits take so long as a batch should, by a small one. */
static unsigned hits_of_batch(enum probe_price price, const struct batch *small)
{
	const double hit_ns = small->price + small->inside + 2 * small->bare;
	const double hits = hit_ns > 0 ? BATCH_NS / hit_ns : subjects[price].hits;
	const unsigned most = subjects[price].hits;

	if (hits >= most)
		return most;
	return MIN(most, MAX(HITS_LEAST, (unsigned)hits / TOY_STATEMENTS * TOY_STATEMENTS));
}

/*
 * The batch in the middle, not the best one: a machine has phases in which it is slower by a
 * fifth, and what is measured later runs in all of them.
 */
static int measure(const struct bench *b, enum probe_price price, struct batch *middle,
		   struct error *err)
{
	struct batch batches[BATCHES] = {};
	unsigned hits = MIN(HITS_LEAST, subjects[price].hits);
	int i, rc;

	for (i = -1; i < BATCHES; i++) {
		rc = measure_batch(b, price, hits, &batches[MAX(i, 0)]);
		if (rc == -EIO)
			return error_set(
				err, EIO,
				"uprobes do not work on this machine: a probe on the agent's "
				"own code was not hit");
		if (rc)
			return error_set(err, -rc, "can't read a BPF map: %s", strerror(-rc));
		if (i < 0)
			hits = hits_of_batch(price, &batches[0]);
	}
	sort(batches, BATCHES, sizeof(batches[0]), by_price);
	*middle = batches[BATCHES / 2];
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

static struct link *link_own(const struct bench *b, enum probe_price price, bool at_return,
			     struct error *err)
{
	uint64_t offset, cookie = at_return ? CALIBRATION_RETURN : 0;
	struct program hit = { .fd = bpf_program__fd(b->skel->progs.hit),
			       .prog = b->skel->progs.hit };
	struct link_spec spec = { .name = "the agent's own code",
				  .file = b->exe,
				  .offsets = &offset,
				  .cookies = &cookie,
				  .cnt = 1,
				  .pid = getpid(),
				  .at_return = at_return };

	if (own_offset(subjects[price].function, &offset)) {
		errno = -error_set(err, ENOENT,
				   "can't find the agent's own code in /proc/self/maps");
		return NULL;
	}
	return link_new(&hit, b->kind, &spec, err);
}

static int link_subject(struct bench *b, enum probe_price price, struct error *err)
{
	b->links[price] = link_own(b, price, subjects[price].at_return, err);
	if (b->links[price] && subjects[price].at_return)
		b->at_entry = link_own(b, price, false, err);
	return b->links[price] && (b->at_entry || !subjects[price].at_return) ? 0 : -errno;
}

static void bench_close(struct bench *b)
{
	links_free(b->links, PRICE_CNT);
	link_free(b->at_entry);
	b->at_entry = NULL;
	calibrate_bpf__destroy(b->skel);
	b->skel = NULL;
}

static struct calibrate_bpf *open_program(void)
{
	LIBBPF_OPTS(bpf_object_open_opts, opts, .btf_custom_path = kernel_btf_path());

	return calibrate_bpf__open_opts(&opts);
}

/* Loads the program for one kind of link and attaches it to all our functions. */
static int bench_open(struct bench *b, enum link_kind kind, struct error *err)
{
	int rc, price;

	b->kind = kind;
	b->skel = open_program();
	if (!b->skel)
		return error_set(err, errno, "can't open the calibration program: %s",
				 strerror(errno));
	bpf_program__set_autoload(b->skel->progs.session, false);
	link_prepare(b->skel->progs.hit, kind);
	rc = calibrate_bpf__load(b->skel);
	if (rc)
		error_set(err, -rc,
			  rc == -EPERM ?
				  "the kernel refuses to load BPF programs: %s (needs root, or "
				  "CAP_BPF and CAP_PERFMON)" :
				  "the kernel can't load a BPF program: %s",
			  strerror(-rc));
	for (price = 0; price < PRICE_CNT && !rc; price++) {
		rc = link_subject(b, (enum probe_price)price, err);
		if (price == PRICE_NOP10 && !b->links[price])
			rc = 0; /* 6.18 refuses it */
	}
	if (rc)
		bench_close(b);
	return rc;
}

/* Multi-uprobe links if there are any that do what is wanted of them. */
static int bench_open_best(struct bench *b, struct kernel *kernel, struct error *err)
{
	struct error ignored;
	int rc = bench_open(b, LINK_MULTI, &ignored);

	if (!rc && !pid_filter_works(b)) {
		kernel->multi_misses_threads = true;
		bench_close(b);
		rc = -ENOTSUP;
	}
	return rc ? bench_open(b, LINK_PERF, err) : 0;
}

static void killed(int sig)
{
	_exit(sig);
}

/* Does a child live on when it comes by a probed function of ours? */
static bool child_survives(void (*function)(void))
{
	int status = 0;
	pid_t pid = fork();

	if (!pid) {
		signal(SIGSEGV, killed); /* or the kernel's log would tell of it */
		signal(SIGSYS, killed);
		function();
		_exit(0);
	}
	return pid > 0 && waitpid(pid, &status, 0) == pid && WIFEXITED(status) &&
	       !WEXITSTATUS(status);
}

/*
 * Has a nop that was hit become a call?  In the last five bytes: others before move the stack
 * pointer.
 */
static bool is_called(void (*function)(void), unsigned size)
{
	return ((const uint8_t *)(uintptr_t)function)[size - 5] == 0xe8;
}

static void find_nop(struct kernel *kernel)
{
	static const struct {
		void (*function)(void);
		unsigned size;
	} nops[] = { { calibrate_nop5, 5 }, { calibrate_nop10, 10 } };
	size_t i;

	for (i = 0; i < sizeof(nops) / sizeof(nops[0]); i++) {
		if (!is_called(nops[i].function, nops[i].size))
			continue;
		kernel->nop = nops[i].size;
		kernel->nop_kills = !child_survives(nops[i].function);
	}
}

static bool session_works(const struct bench *b, int exe)
{
	struct calibration seen = {};
	struct error ignored;
	uint64_t offset;
	struct program session = { .fd = bpf_program__fd(b->skel->progs.session) };
	struct link_spec spec = { .name = "the agent's own code",
				  .file = exe,
				  .offsets = &offset,
				  .cnt = 1,
				  .pid = getpid(),
				  .session = true };
	struct link *link;

	if (own_offset(calibrate_return, &offset))
		return false;
	link = link_new(&session, LINK_MULTI, &spec, &ignored);
	if (!link)
		return false;
	calibrate_return();
	calibrate_return();
	link_free(link);
	return !read_calibration(b, &seen) && seen.entries == 2 && seen.returns == 1;
}

/* By itself: a kernel that does not know sessions may not load it. */
static void find_sessions(struct kernel *kernel, int exe)
{
	struct bench b = { .skel = open_program() };

	if (!b.skel)
		return;
	bpf_program__set_autoload(b.skel->progs.hit, false);
	link_prepare_session(b.skel->progs.session);
	kernel->sessions = !calibrate_bpf__load(b.skel) && session_works(&b, exe);
	calibrate_bpf__destroy(b.skel);
}

#ifdef __x86_64__
#define UPROBE_CALL 335 /* __NR_uretprobe */

static void return_with_filter(void)
{
	struct sock_filter code[] = {
		BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr)),
		BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, UPROBE_CALL, 0, 1),
		BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_TRAP),
		BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
	};
	const struct sock_fprog filter = { .len = sizeof(code) / sizeof(code[0]), .filter = code };

	if (!prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) &&
	    !prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &filter, 0, 0))
		calibrate_return();
}
#else
static void return_with_filter(void)
{
}
#endif

/*
 * between_ns: see struct batch. What the function itself does takes next to nothing. If it is not far
 * below the price of a trap, that price is nearer to what a real perl takes, whose caches are cold then.
 */
static void price_of_return(struct kernel *kernel, double between_ns)
{
	uint32_t both = kernel->trap_ns[PRICE_RETURN];

	if (between_ns > 0 && between_ns < 0.75 * kernel->trap_ns[PRICE_PUSH]) {
		kernel->inside_ns = (uint32_t)(between_ns + 0.5);
		kernel->behind_ns = both - MIN(both, kernel->inside_ns);
	}
	/* What the return adds to the entry, which has its own price. */
	kernel->trap_ns[PRICE_RETURN] -= MIN(kernel->trap_ns[PRICE_PUSH], both);
}

int kernel_calibrate(struct kernel *kernel, struct error *err)
{
	int exe __cleanup(close_fd) = open("/proc/self/exe", O_RDONLY | O_CLOEXEC);
	struct bench b = { .exe = exe };
	struct batch middle = {};
	struct calibration seen;
	int rc, price;

	memset(kernel, 0, sizeof(*kernel));
	if (exe < 0)
		return error_set(err, errno, "can't open /proc/self/exe: %s", strerror(errno));
	rc = bench_open_best(&b, kernel, err);
	if (rc)
		return features_may_lack(rc) ? features_check(err) ?: rc : rc;
	kernel->links = b.kind;
	if (!read_calibration(&b, &seen)) {
		kernel->pid_level = seen.pid_level;
		kernel->pid_ns = seen.pid_ns;
	}
	for (price = 0; price < PRICE_CNT && !rc; price++) {
		if (!b.links[price])
			continue;
		rc = measure(&b, (enum probe_price)price, &middle, err);
		kernel->trap_ns[price] = (uint32_t)(middle.price + 0.5);
		if (price != PRICE_TRAP)
			continue;
		kernel->clock = (uint32_t)(CLOCK_UNIT * middle.clock + 0.5);
		kernel->handler_ns = (uint32_t)(middle.inside + 0.5);
		kernel->bare_ns = (uint32_t)(middle.bare + 0.5);
	}
	find_nop(kernel);
	kernel->returns_kill = !child_survives(return_with_filter);
	bench_close(&b);
	if (kernel->links == LINK_MULTI)
		find_sessions(kernel, exe);
	price_of_return(kernel, middle.between);
	return rc;
}
