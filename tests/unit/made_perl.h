/* SPDX-License-Identifier: GPL-2.0-or-later */
/* A made perl: symbol tables as a layout has them, in this process's own memory. */
#ifndef NYTPROF_MADE_PERL_H
#define NYTPROF_MADE_PERL_H

#include <criterion/criterion.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>

#include "nytprof/perl_layout.h"

static struct perl_layout l;
static char *heap;
static size_t heap_at;
static uint64_t defstash;

#define HEAP_SZ (1u << 20)

static inline uint64_t make(size_t size)
{
	char *p = heap + heap_at;

	heap_at += (size + 15) & ~15ul;
	cr_assert_lt(heap_at, HEAP_SZ);
	return (uint64_t)p;
}

static inline void put64(uint64_t addr, uint64_t val)
{
	memcpy((void *)addr, &val, 8);
}

static inline void put32(uint64_t addr, uint32_t val)
{
	memcpy((void *)addr, &val, 4);
}

static inline uint64_t make_sv(uint32_t flags, uint64_t any, uint64_t u)
{
	uint64_t sv = make(24);

	put64(sv, any);
	put32(sv + l.sv_flags, flags);
	put64(sv + l.sv_u, u);
	return sv;
}

static inline uint64_t make_hek(const char *text, bool utf8)
{
	uint32_t len = (uint32_t)strlen(text);
	uint64_t hek = make(len + 16);

	put32(hek + l.hek_len, len);
	memcpy((void *)(hek + l.hek_key), text, len);
	*(char *)(hek + l.hek_key + len + 1) = (char)(utf8 ? l.HVhek_UTF8 : 0);
	return hek;
}

#define BUCKETS 8u

static inline uint64_t make_stash(const char *name)
{
	uint64_t body = make(256), array = make(8 * BUCKETS + 128);

	put64(body + l.xhv_max, BUCKETS - 1);
	put64((l.hv_aux_in_body ? body + l.hv_aux_body_off : array + 8 * BUCKETS) + l.xhv_name_u,
	      make_hek(name, false));
	return make_sv(l.SVt_PVHV | l.SVphv_HasAUX, body, array);
}

static inline void set(uint64_t stash, const char *key, uint64_t val)
{
	static unsigned nr;
	uint64_t array, bucket, he = make(24), first;

	memcpy(&array, (void *)(stash + l.sv_u), 8);
	bucket = array + 8 * (nr++ % 2);
	memcpy(&first, (void *)bucket, 8);
	put64(he + l.he_next, first);
	put64(he + l.he_hek, make_hek(key, false));
	put64(he + l.he_val, val);
	put64(bucket, he);
}

static inline uint64_t make_gv(uint64_t stash, const char *name, uint64_t cv, uint64_t hv)
{
	uint64_t body = make(64), gp = make(96);

	put64(body + l.xgv_stash, stash);
	put64(body + l.xgv_namehek, make_hek(name, false));
	put64(gp + l.gp_cv, cv);
	put64(gp + l.gp_hv, hv);
	return make_sv(l.SVt_PVGV | l.SVpgv_GP, body, gp);
}

static inline uint64_t field(uint64_t addr, uint32_t offset)
{
	uint64_t val;

	memcpy(&val, (void *)(addr + offset), 8);
	return val;
}

static inline uint64_t make_cop(const char *file, uint32_t line)
{
	uint64_t cop = make(96), name;
	char glob[64];

	put32(cop + l.op_type_byte, l.OP_NEXTSTATE);
	put32(cop + l.cop_line, line);
	put32(cop + l.cop_seq, 5);
	if (l.ithreads) {
		name = make(strlen(file) + 1);
		strcpy((char *)name, file);
		put64(cop + l.cop_file, name);
	} else {
		snprintf(glob, sizeof(glob), "_<%s", file);
		put64(cop + l.cop_filegv, make_gv(0, glob, 0, 0));
	}
	return cop;
}

/* Two statements, on these lines. */
static inline uint64_t make_cv(uint64_t gv, const char *file, uint32_t line, uint32_t last,
			       uint32_t flags)
{
	uint64_t body = make(160), root = make(96), cop = make_cop(file, line),
		 end = make_cop(file, last), start = make(96);

	put64(start + l.op_next, cop);
	*(char *)(root + l.op_flags) = (char)l.OPf_KIDS;
	put64(root + l.op_first, cop);
	put64(cop + l.op_sibparent, end);
	*(char *)(cop + l.op_moresib_byte) |= (char)l.op_moresib_mask;
	put64(end + l.op_sibparent, root);
	put64(body + l.xcv_root, root);
	put64(body + l.xcv_start, start);
	put64(body + l.xcv_gv_u, gv);
	put32(body + l.xcv_flags, flags);
	return make_sv(l.SVt_PVCV, body, 0);
}

/* A sub and its glob, under that name. */
static inline uint64_t make_sub(uint64_t stash, const char *name, const char *file, uint32_t line,
				uint32_t last)
{
	uint64_t gv = make_gv(stash, name, 0, 0);

	put64(field(gv, l.sv_u) + l.gp_cv, make_cv(gv, file, line, last, 0));
	set(stash, name, gv);
	return gv;
}

static inline uint64_t cv_of(uint64_t gv)
{
	return field(field(gv, l.sv_u), l.gp_cv);
}

static inline uint64_t make_package(uint64_t outer, const char *key, const char *name)
{
	uint64_t stash = make_stash(name);

	set(outer, key, make_gv(outer, key, 0, stash));
	return stash;
}

/* A megabyte with nothing behind it. */
static inline void made_init(void)
{
	heap = mmap(NULL, 64 * HEAP_SZ, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	cr_assert_neq(heap, MAP_FAILED);
	cr_assert_eq(munmap(heap + HEAP_SZ, 63 * HEAP_SZ), 0);
}

/* The first variable of the interpreter that is wanted lies at the heap's begin. */
static inline void made_begin(const struct perl_layout *layout)
{
	l = *layout;
	l.Idefstash = 64;
	memset(heap, 0, HEAP_SZ);
	heap_at = 128;
	defstash = make_stash("main");
	put64((uint64_t)heap + 64, defstash);
	set(defstash, "main::", make_gv(defstash, "main::", 0, defstash));
}

#endif
