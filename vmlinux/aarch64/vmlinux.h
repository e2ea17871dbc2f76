/* SPDX-License-Identifier: GPL-2.0 WITH Linux-syscall-note */
/* The kernel types that the programs touch.  Made by vmlinux/trim.pl from types.list. */
#ifndef __VMLINUX_H__
#define __VMLINUX_H__

#include <stdbool.h>
#include <stddef.h>
#include <linux/types.h>
#include <linux/bpf.h>

typedef __u8 u8;
typedef __u16 u16;
typedef __u32 u32;
typedef __u64 u64;
typedef __s8 s8;
typedef __s16 s16;
typedef __s32 s32;
typedef __s64 s64;
typedef int pid_t;

#pragma clang attribute push(__attribute__((preserve_access_index)), apply_to = record)

struct user_pt_regs {
	u64 regs[31];
	u64 sp;
	u64 pc;
};

struct pt_regs {
	u64 regs[31];
	u64 sp;
	u64 pc;
};

struct qstr {
	u32 len;
	u8 *name;
};

struct super_block {
	u32 s_dev;
};

struct inode {
	u64 i_ino;
	struct super_block *i_sb;
};

struct dentry {
	struct dentry *d_parent;
	struct qstr d_name;
	struct inode *d_inode;
};

struct vfsmount {
	struct dentry *mnt_root;
};

struct mount {
	struct mount *mnt_parent;
	struct dentry *mnt_mountpoint;
	struct vfsmount mnt;
	s32 mnt_id;
	u64 mnt_id_unique;
};

struct path {
	struct vfsmount *mnt;
	struct dentry *dentry;
};

struct file {
	struct inode *f_inode;
	struct path f_path;
};

struct fdtable {
	struct file **fd;
};

struct files_struct {
	struct fdtable *fdt;
};

struct fs_struct {
	struct path root;
	struct path pwd;
};

struct ns_common {
	u32 inum;
};

struct mnt_namespace {
	struct ns_common ns;
};

struct nsproxy {
	struct mnt_namespace *mnt_ns;
};

struct pid_namespace {
	struct ns_common ns;
};

struct upid {
	s32 nr;
	struct pid_namespace *ns;
};

struct pid {
	u32 level;
	struct upid numbers[0];
};

struct signal_struct {
	struct { s32 counter; } live;
};

struct seccomp {
	struct { s32 counter; } filter_count;
};

struct user_namespace {
	struct user_namespace *parent;
	s32 level;
	struct { u32 val; } owner;
};

struct cred {
	struct { u32 val; } uid;
	struct { u32 val; } gid;
	struct { u32 val; } suid;
	struct { u32 val; } sgid;
	struct { u32 val; } euid;
	struct { u32 val; } egid;
	struct { u32 val; } fsuid;
	struct { u32 val; } fsgid;
	struct { u64 val; } cap_effective;
	struct user_namespace *user_ns;
};

struct sched_info {
	u64 run_delay;
};

struct task_struct {
	s32 pid;
	s32 tgid;
	u32 flags;
	struct task_struct *group_leader;
	struct task_struct *real_parent;
	u64 start_boottime;
	s32 exit_code;
	u64 self_exec_id;
	struct mm_struct *mm;
	struct fs_struct *fs;
	struct files_struct *files;
	struct nsproxy *nsproxy;
	struct signal_struct *signal;
	struct pid *thread_pid;
	u64 atomic_flags;
	struct cred *cred;
	struct seccomp seccomp;
	struct sched_info sched_info;
};

struct mm_struct {
	u64 start_code;
	u64 arg_start;
	u64 arg_end;
	struct file *exe_file;
};

#pragma clang attribute pop

#endif
