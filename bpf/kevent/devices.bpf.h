/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What is asked of disks and of peers: see kevent/pending.bpf.h. */
#ifndef NYTPROF_KEVENT_DEVICES_BPF_H
#define NYTPROF_KEVENT_DEVICES_BPF_H

#include "nytprof/kevents.h"
#include "kernel/kernel.bpf.h"
#include "kernel/descriptor.bpf.h"
#include "kevent/pending.bpf.h"
#include "wait/object.bpf.h"

struct bvec_iter___kevent {
	unsigned int bi_size;
} __attribute__((preserve_access_index));

struct bio___kevent {
	struct bio___kevent *bi_next;
	unsigned int bi_opf;
	u8 bi_status;
	struct bvec_iter___kevent bi_iter;
} __attribute__((preserve_access_index));

struct request___kevent {
	struct bio___kevent *bio; /* and those that were merged with it */
} __attribute__((preserve_access_index));

struct task_struct___bios {
	struct bio_list *bio_list;
} __attribute__((preserve_access_index));

/*
 * Does a driver pass on what somebody has asked for, as those of LVM and RAID do (block/blk-core.c,
 * submit_bio_noacct, 5.17 to 6.18)?  That was counted already.
 */
static __noinline bool bio_is_passed_on(void)
{
	struct task_struct___bios *task = (void *)bpf_get_current_task();

	return BPF_CORE_READ(task, bio_list) != NULL;
}

/* include/linux/blk_types.h, 5.11 to 6.18 */
#define BIO_OP_MASK 255

static __always_inline u32 bio_detail(struct bio___kevent *bio)
{
	u32 op = BPF_CORE_READ(bio, bi_opf) & BIO_OP_MASK;

	/* A flush is a write of nothing: the kernel's own number for it is one of requests only. */
	if (op == KEVENT_BLOCK_WRITE && !BPF_CORE_READ(bio, bi_iter.bi_size))
		return KEVENT_BLOCK_FLUSH;
	return op < KEVENT_BLOCK_OTHER ? op : KEVENT_BLOCK_OTHER;
}

static __noinline int bio_begin(struct kevent_thread *t, struct shadow *sh)
{
	struct bio___kevent *bio = (void *)t->pending;

	t->key.event = KEVENT_BLOCK << 16 | bio_detail(bio);
	return pending_begin(t, sh, BPF_CORE_READ(bio, bi_iter.bi_size));
}

static __noinline int bio_end(void *at)
{
	struct bio___kevent *bio = at;

	return pending_end((u64)at, BPF_CORE_READ(bio, bi_status));
}

#define REQUEST_BIOS 8192 /* as many as a request may have */

struct request_end {
	struct bio___kevent *bio;
	u32 left; /* bytes that are complete */
	bool error;
};

static int request_bio_end(u32 i, void *arg)
{
	struct request_end *end = arg;
	struct bio___kevent *bio = end->bio;
	u32 size;

	if (!bio)
		return 1;
	size = BPF_CORE_READ(bio, bi_iter.bi_size);
	if (size > end->left)
		return 1;
	end->left -= size;
	pending_end((u64)bio, end->error);
	end->bio = BPF_CORE_READ(bio, bi_next);
	return 0;
}

/*
 * A part of a request is complete, or all of it.  Of its bios the kernel tells no end of their own
 * (block/blk-mq.c, blk_complete_request, 6.18).
 */
static __noinline int request_end(void *request, u32 bytes, bool error)
{
	struct request_end end = { .bio = BPF_CORE_READ((struct request___kevent *)request, bio),
				   .left = bytes,
				   .error = error };

	bpf_loop(REQUEST_BIOS, request_bio_end, &end, 0);
	return 0;
}

/* include/net/tcp_states.h */
#define STATE_ESTABLISHED 1
#define STATE_SYN_SENT	  2

/* Whom the socket at .pending connects to: its own port is perhaps not chosen yet. */
static __noinline int connect_peer(struct kevent_thread *t)
{
	struct sock_common___waits *sc = (void *)t->pending;
	u16 family = BPF_CORE_READ(sc, skc_family), port = BPF_CORE_READ(sc, skc_dport);

	if (family == FAMILY_INET || family == FAMILY_INET6)
		object_set_peer(sc, true, family == FAMILY_INET6, (u16)(port << 8 | port >> 8),
				&t->key.object);
	return 0;
}

static __noinline int connect_begin(struct kevent_thread *t, struct shadow *sh)
{
	t->key.event = KEVENT_CONNECT << 16;
	connect_peer(t);
	return pending_begin(t, sh, 0);
}

#endif
