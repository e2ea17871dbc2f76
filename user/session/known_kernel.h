/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * What the kernel can do and what a probe costs. A measurement takes a quarter of a second, so there are
 * five an hour at most, a minute or more apart, and the one in the middle counts. They hold for one
 * boot, one program file of the agent, one set of rights, and one pid namespace.
 */
#ifndef NYTPROF_KNOWN_KERNEL_H
#define NYTPROF_KNOWN_KERNEL_H

struct error;
struct kernel;

/* From the measurements that there are, or also from one that is made now. As kernel_calibrate(). */
int known_kernel(struct kernel *kernel, struct error *err);

/* Measures, and keeps that for the next ones. As kernel_calibrate(). */
int known_kernel_measure(struct kernel *kernel, struct error *err);

#endif
