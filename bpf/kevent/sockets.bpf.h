/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Bytes of TCP connections, and what the kernel sends again.
 *
 * It does that in whatever it has interrupted.  So each connection keeps who has sent by it last,
 * or has connected it.  Where the kernel tells of no sends (before Linux 6.3), it is the latter.
 */
#ifndef NYTPROF_KEVENT_SOCKETS_BPF_H
#define NYTPROF_KEVENT_SOCKETS_BPF_H

#include "nytprof/kevents.h"
#include "nytprof/losses.h"
#include "config.bpf.h"
#include "kernel/kernel.bpf.h"
#include "kernel/descriptor.bpf.h"
#include "state/loss.bpf.h"
#include "state/maps.bpf.h"
#include "state/state.bpf.h"
#include "kevent/devices.bpf.h"
#include "kevent/pending.bpf.h"
#include "kevent/programs.bpf.h"
#include "wait/object.bpf.h"

struct {
	__uint(type, BPF_MAP_TYPE_LRU_HASH);
	__uint(max_entries, KEVENT_SOCKETS);
	__type(key, u64); /* the address of a struct sock */
	__type(value, struct kevent_socket);
} kevent_sockets SEC(".maps");

struct sock___kevent {
	u16 sk_protocol;
} __attribute__((preserve_access_index));

struct sk_buff___kevent {
	unsigned int len;
} __attribute__((preserve_access_index));

#define PROTOCOL_TCP 6 /* include/uapi/linux/in.h */
#define STATE_CLOSE  7 /* include/net/tcp_states.h */
#define MESSAGE_PEEK 2 /* include/linux/socket.h */

static __noinline bool sock_is_tcp(void *sk)
{
	u16 family = BPF_CORE_READ((struct sock_common___waits *)sk, skc_family);

	return (family == FAMILY_INET || family == FAMILY_INET6) &&
	       BPF_CORE_READ((struct sock___kevent *)sk, sk_protocol) == PROTOCOL_TCP;
}

/* ------------------------------------------------------------------ who has used it */

static __always_inline bool socket_is_of(const struct kevent_socket *s,
					 const struct kevent_key *key)
{
	const struct kevent_key *has = &s->from.key;

	return s->whole && has->node == key->node && has->interp == key->interp &&
	       has->file == key->file && has->line == key->line && has->sub == key->sub;
}

/* The socket is at .pending, and its peer in .key. */
static __noinline int socket_keep(struct kevent_thread *t, struct shadow *sh)
{
	u64 at = t->pending;
	struct kevent_socket *s = bpf_map_lookup_elem(&kevent_sockets, &at);
	struct zeros *z = zeros_get();

	if (s && socket_is_of(s, &t->key))
		return 0;
	if (!s && z && !bpf_map_update_elem(&kevent_sockets, &at, &z->kevent_socket, BPF_ANY))
		s = bpf_map_lookup_elem(&kevent_sockets, &at);
	if (!s) {
		loss_count(sh->id, LOSS_KEVENTS);
		return 0;
	}
	s->whole = 0;
	barrier();
	s->from.key = t->key;
	s->from.key.event = kevent_id(KEVENT_RETRANSMIT, 0);
	if (t->key.sub < KEVENT_FLOOD)
		kevent_fill_stack(sh, &s->from.value);
	s->base = t->base;
	s->tgid = t->tgid;
	barrier();
	s->whole = 1;
	return 0;
}

/* What there are too many of has no place, and no peer. */
static __noinline int socket_peer(struct kevent_thread *t)
{
	struct sock_common___waits *sc = (void *)t->pending;

	if (t->key.sub != KEVENT_FLOOD)
		object_of_inet((void *)sc, BPF_CORE_READ(sc, skc_family) == FAMILY_INET6,
			       &t->key.object);
	return 0;
}

/* ----------------------------------------------------------------------- bytes */

/* ret: bytes, or an error. */
static __noinline int socket_moves(struct kevent_thread *t, struct shadow *sh, int ret, u32 how)
{
	if (sh->paused)
		return 0;
	socket_peer(t);
	if (IS_COUNTED(KEVENT_RETRANSMIT) && how == KEVENT_SENDS && ret > 0 &&
	    t->key.sub != KEVENT_FLOOD)
		socket_keep(t, sh);
	if (!IS_COUNTED(KEVENT_TCP_BYTES))
		return 0;
	t->key.event = kevent_id(KEVENT_TCP_BYTES, how);
	kevent_set_count(t, 1);
	t->add.errors = ret < 0;
	t->add.bytes = ret > 0 ? ret : 0;
	kevent_add(t);
	return 0;
}

/*
 * ctx: the socket, how many bytes or an error, and flags (6.3 to 6.18).  What a program only looks
 * at, it receives later.
 */
static __noinline int socket_receives(struct kevent_thread *t, struct shadow *sh, const u64 *ctx)
{
	int ret = (int)ctx[1];

	return socket_moves(t, sh, ctx[2] & MESSAGE_PEEK && ret > 0 ? 0 : ret, KEVENT_RECEIVES);
}

SEC("tp_btf/sock_send_length")
int kevent_sends(u64 *ctx)
{
	void *sk = (void *)ctx[0];
	struct kevent_thread *t;
	struct shadow *sh;

	t = sock_is_tcp(sk) ? kevent_begins(sk, &sh) : NULL;
	if (!t)
		return 0;
	socket_moves(t, sh, (int)ctx[1], KEVENT_SENDS);
	t->busy = 0;
	kevent_discount(sh, t->begun_ns);
	return 0;
}

SEC("tp_btf/sock_recv_length")
int kevent_receives(u64 *ctx)
{
	void *sk = (void *)ctx[0];
	struct kevent_thread *t;
	struct shadow *sh;

	t = sock_is_tcp(sk) ? kevent_begins(sk, &sh) : NULL;
	if (!t)
		return 0;
	socket_receives(t, sh, ctx);
	t->busy = 0;
	kevent_discount(sh, t->begun_ns);
	return 0;
}

/* ----------------------------------------------------------------------- again */

static __noinline int socket_forget(u64 at)
{
	bpf_map_delete_elem(&kevent_sockets, &at);
	return 0;
}

/* The peer is known before the state changes (net/ipv4/tcp_ipv4.c, tcp_v4_connect(), 6.18). */
static __noinline int socket_connects(struct kevent_thread *t, struct shadow *sh)
{
	if (sh->paused)
		return 0;
	connect_peer(t);
	return socket_keep(t, sh);
}

SEC("tp_btf/inet_sock_set_state")
int BPF_PROG(kevent_socket_state, void *sk, int from, int to)
{
	struct kevent_thread *t;
	struct shadow *sh;

	if (to == STATE_CLOSE)
		socket_forget((u64)sk);
	t = to == STATE_SYN_SENT ? kevent_begins(sk, &sh) : NULL;
	if (!t)
		return 0;
	socket_connects(t, sh);
	t->busy = 0;
	kevent_discount(sh, t->begun_ns);
	return 0;
}

/* It has ended, or is not recorded now.  Else its part is the one that is recorded now. */
static __always_inline bool socket_is_over(struct kevent_socket *s)
{
	const struct shadow *sh = shadow_at(s->base, s->tgid);

	if (!sh || sh->id != s->from.key.interp || sh->paused)
		return true;
	s->from.key.part = sh->part;
	return false;
}

static __noinline int socket_sends_again(u64 at, u32 bytes, bool error)
{
	struct kevent_socket *s = bpf_map_lookup_elem(&kevent_sockets, &at);
	struct kevent_value *value;

	if (!s || socket_is_over(s))
		return 0;
	value = s->whole ? pending_value(&s->from) : NULL;
	if (!value) {
		loss_count(s->from.key.interp, LOSS_KEVENTS);
		return 0;
	}
	__sync_fetch_and_add(&value->sum.cnt, 1);
	__sync_fetch_and_add(&value->sum.errors, error);
	__sync_fetch_and_add(&value->sum.bytes, bytes);
	return 0;
}

struct trace_event_raw_tcp_retransmit_skb___kevent {
	int err;
} __attribute__((preserve_access_index));

/* A kernel that tells of those that failed has a third argument. */
SEC("tp_btf/tcp_retransmit_skb")
int kevent_retransmit(u64 *ctx)
{
	struct trace_event_raw_tcp_retransmit_skb___kevent *event = NULL;
	bool error = false;

	if (bpf_core_field_exists(event->err))
		error = (int)ctx[2];
	return socket_sends_again(ctx[0], BPF_CORE_READ((struct sk_buff___kevent *)ctx[1], len),
				  error);
}

#endif
