/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * What the kernel can do and what a probe costs, measured once an hour: a measurement takes a quarter of
 * a second. It holds for one boot, one program file of the agent, one set of rights, and one pid
 * namespace.
 */
#ifndef NYTPROF_KNOWN_KERNEL_H
#define NYTPROF_KNOWN_KERNEL_H

struct error;
struct kernel;

/* From the last measurement, or measured now. As kernel_calibrate(). */
int known_kernel(struct kernel *kernel, struct error *err);

/* Measures, and keeps that for the next ones. As kernel_calibrate(). */
int known_kernel_measure(struct kernel *kernel, struct error *err);

#endif
