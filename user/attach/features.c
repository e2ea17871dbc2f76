// SPDX-License-Identifier: GPL-2.0-or-later
/* Loads what the programs consist of, one thing at a time. */
#include "features.h"

#include <bpf/bpf.h>
#include <bpf/libbpf.h>
#include <errno.h>
#include <linux/bpf.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "util/cleanup.h"
#include "util/error.h"

/* Of the kernel's enum bpf_func_id, which may be newer than our headers' (5.17). */
#define HELPER_LOOP ((enum bpf_func_id)181)

static bool has_btf(void)
{
	return !access("/sys/kernel/btf/vmlinux", R_OK);
}

static bool has_helper(enum bpf_func_id helper)
{
	return libbpf_probe_bpf_helper(BPF_PROG_TYPE_KPROBE, helper, NULL) == 1;
}

static bool has_ringbuf(void)
{
	return libbpf_probe_bpf_map_type(BPF_MAP_TYPE_RINGBUF, NULL) == 1;
}

/* "return 0;" */
static int load_empty(enum bpf_prog_type type, const struct bpf_prog_load_opts *opts)
{
	static const struct bpf_insn insns[] = {
		{ .code = BPF_ALU64 | BPF_MOV | BPF_K },
		{ .code = BPF_JMP | BPF_EXIT },
	};

	return bpf_prog_load(type, NULL, "GPL", insns, sizeof(insns) / sizeof(insns[0]), opts);
}

static bool has_tracing(void)
{
	int id = libbpf_find_vmlinux_btf_id("sched_process_exit", BPF_TRACE_RAW_TP);
	LIBBPF_OPTS(bpf_prog_load_opts, opts, .expected_attach_type = BPF_TRACE_RAW_TP,
		    .attach_btf_id = id > 0 ? (uint32_t)id : 0);
	int fd __cleanup(close_fd) = id > 0 ? load_empty(BPF_PROG_TYPE_TRACING, &opts) : -1;

	return fd >= 0;
}

static bool has_test_run(void)
{
	uint64_t args[2] = {};
	int fd __cleanup(close_fd) = load_empty(BPF_PROG_TYPE_RAW_TRACEPOINT, NULL);
	LIBBPF_OPTS(bpf_test_run_opts, opts, .ctx_in = args, .ctx_size_in = sizeof(args));

	return fd >= 0 && !bpf_prog_test_run_opts(fd, &opts);
}

static bool has_cookie(void)
{
	return has_helper(BPF_FUNC_get_attach_cookie);
}

static bool has_loop(void)
{
	return has_helper(HELPER_LOOP);
}

/* In the order of the kernels that brought them: the last one that is missing says which to have. */
static const struct {
	struct feature feature;
	bool (*works)(void);
} needed[] = {
	{ { "BTF of the kernel", "5.4",
	    "the probes read kernel structures through it (CONFIG_DEBUG_INFO_BTF)" },
	  has_btf },
	{ { "BTF tracepoints", "5.5", "they report fork, exec and exit" }, has_tracing },
	{ { "ring buffers", "5.8", "they wake the agent" }, has_ringbuf },
	{ { "test runs of raw tracepoints", "5.10",
	    "the agent uses one to close an interpreter that has not ended" },
	  has_test_run },
	{ { "bpf_get_attach_cookie", "5.15", "it tells apart builtins that share a BPF program" },
	  has_cookie },
	{ { "bpf_loop", "5.17", "it walks perl's stacks, names and op trees" }, has_loop },
};

const struct feature *feature_needed(size_t i)
{
	return i < sizeof(needed) / sizeof(needed[0]) ? &needed[i].feature : NULL;
}

bool feature_works(size_t i)
{
	return needed[i].works();
}

bool features_may_lack(int rc)
{
	return rc != -EPERM && rc != -ENOMEM && rc != -EMFILE && rc != -ENFILE;
}

int features_check(struct error *err)
{
	const char *since = NULL;
	char missing[128] = "";
	size_t i, cnt = 0;

	for (i = 0; i < sizeof(needed) / sizeof(needed[0]); i++) {
		if (needed[i].works())
			continue;
		since = needed[i].feature.since;
		snprintf(missing + strlen(missing), sizeof(missing) - strlen(missing), "%s%s",
			 cnt++ ? ", " : "", needed[i].feature.name);
	}
	if (!cnt)
		return 0;
	return error_set(err, ENOTSUP, "needs Linux %s or newer: %s %s missing", since, missing,
			 cnt > 1 ? "are" : "is");
}
