/* SPDX-License-Identifier: GPL-2.0-or-later OR BSD-2-Clause */
/*
 * What of perl's memory layout the agent uses.  Each name is a column of
 * user/perl/perl-layouts.csv and keeps the name that perl's own headers use; the
 * table in the program is made from that file at build time with just these
 * columns (scripts/gen-layouts.pl), and the row of one perl build reaches the
 * BPF side as constants (bpf/config.bpf.h).
 */
#ifndef NYTPROF_SHARED_PERL_LAYOUT_H
#define NYTPROF_SHARED_PERL_LAYOUT_H

#include <linux/types.h>

/*
 * Interpreter variables (perl: intrpvar.h).  Where perl was built with
 * MULTIPLICITY, the offset from my_perl; else the variable is a global called
 * PL_<name>, and the value here is that symbol's address in the file.
 */
/* clang-format off */
#define LAYOUT_INTERP(X)                                                       \
	X(Istack_sp) X(Iop) X(Icurcop) X(Icurstackinfo) X(Icompiling)          \
	X(Icurstash) X(Ievalseq) X(Isavestack_ix) X(Istack_base) X(Iphase)     \
	X(Imarkstack_ptr) X(Idefstash) X(Icurpad) X(Iparser)                  \
	X(Imain_cv) X(IDBsub)

/* Fields, sizes and constants; an interpreter variable that only ithreads have. */
#define LAYOUT_FIELDS(X)                                                       \
	X(sizeof_interpreter) X(Istashpad) X(PERL_OP_PARENT) \
	X(op_next) X(op_sibparent) X(op_moresib_byte) X(op_moresib_mask)       \
	X(op_targ) X(op_type_byte) X(op_type_mask) X(op_flags) X(op_private)   \
	X(op_first) X(op_other) X(op_redoop)                                                            \
	X(OPf_KIDS) X(OPf_STACKED) X(OPf_SPECIAL) X(OP_NEXTSTATE) X(OP_DBSTATE)               \
	X(cop_line) X(cop_file) X(cop_filegv) X(cop_seq)                       \
	X(cop_stash) X(cop_stashpv) X(cop_stashlen) X(cop_stashoff)            \
	X(sv_any) X(sv_flags) X(sv_u) X(sizeof_SV)                             \
	X(SVTYPEMASK) X(SVt_PVGV) X(SVt_PVLV) X(SVt_PVHV) X(SVt_PVCV)          \
	X(SVf_ROK) X(SVf_POK) X(SVf_IOK) X(SVf_NOK) X(SVf_READONLY)            \
	X(SVf_AMAGIC) X(SVf_UTF8) X(SVs_GMG) X(SVs_OBJECT)                     \
	X(xpv_cur) X(xiv_iv)                                                   \
	X(SVpgv_GP) X(SVphv_HasAUX) X(xmg_stash) X(xmg_u)                      \
	X(xhv_max) X(hv_aux_in_body) X(hv_aux_body_off)                        \
	X(xhv_name_u) X(xhv_name_count)                                        \
	X(he_next) X(he_hek) X(he_val)                                         \
	X(hek_len) X(hek_key) X(HVhek_UTF8)                                    \
	X(xgv_stash) X(xgv_namehek) X(gp_cv) X(gp_cvgen) X(gp_hv) X(gp_egv)              \
	X(xcv_stash) X(xcv_start) X(xcv_root) X(xcv_gv_u) X(xcv_file)          \
	X(xcv_outside_seq) X(xcv_flags) X(sizeof_cv_flags_t) X(xcv_depth)      \
	X(CVf_ISXSUB) X(CVf_ANON) X(CVf_CVGV_RC) X(CVf_NAMED) X(CVf_LEXICAL)   \
	X(si_cxstack) X(si_prev) X(si_next) X(si_cxix) X(si_cxmax)             \
	X(si_cxsubix)                                                          \
	X(sizeof_CONTEXT) X(cx_type) X(blk_oldcop) X(blk_sub_cv) X(blk_sub_retop) X(blk_loop_my_op)               \
	X(blk_sub_olddepth)                                                    \
	X(CXTYPEMASK) X(CXt_BLOCK) X(CXt_SUB) X(CXt_FORMAT) X(CXt_EVAL) X(CXt_SUBST)             \
	X(CXp_MULTICALL) X(CXp_SUB_RE) X(CXp_TRYBLOCK) X(PERL_PHASE_DESTRUCT)      \
	X(PERL_PHASE_INIT) X(PERL_PHASE_END)                                   \
	X(si_type) X(PERLSI_MAIN) X(blk_u16) X(CXp_SUB_RE_FAKE) X(CXp_TRY)     \
	X(blk_eval_old_namesv) X(blk_eval_cur_text) X(blk_eval_cv)             \
	X(OP_ENTEREVAL) X(OP_SCOPE) X(SVt_PVAV) X(xav_fill)                    \
	X(xhv_keys) X(xcv_padlist) X(xpadl_alloc) X(xpadl_max)                             \
	X(xpadnl_alloc) X(xpadnl_max)                                          \
	X(xpadn_pv) X(xpadn_len) X(xpadn_low) X(xpadn_high)
/* clang-format on */

/*
 * The layout of one perl build.  A field that does not exist in that version or
 * flavour is 0.
 */
struct perl_layout {
#define X(name) __u64 name;
	LAYOUT_INTERP(X)
#undef X
#define X(name) __u32 name;
	LAYOUT_FIELDS(X)
#undef X
	__u32 multiplicity; /* interpreter variables are relative to my_perl */
	__u32 ithreads; /* COPs hold the file's name, not a GV */
};

#endif
