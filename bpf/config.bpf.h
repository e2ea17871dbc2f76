/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Constants that user space fills in before the object is loaded.  The verifier
 * folds them into the code, so an event pays nothing for their generality.
 */
#ifndef NYTPROF_CONFIG_BPF_H
#define NYTPROF_CONFIG_BPF_H

const volatile struct perl_layout layout;
const volatile struct settings settings;
const volatile struct site sites[SITE_CNT];

#endif
