/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Loaded programs and their maps, from one agent to another over a socket: descriptors, what the programs
 * know, and what is known of the kernel. Nothing has been recorded in the maps.
 *
 * The lender sends all. The borrower says whether it takes them. From then on they are its own, and
 * the lender does not use them any more.
 */
#ifndef NYTPROF_LOAN_H
#define NYTPROF_LOAN_H

#include <stdbool.h>

struct kernel;
struct loan;
struct nytprof_bpf;
struct programs;

/*
 * Offers the programs at a connection, and waits for the answer. True: the borrower has taken them.
 * False: the lender still has them.
 */
bool loan_offer(const struct programs *p, const struct kernel *kernel, int connection);

/*
 * Waits for an offer at a connection, which is taken over (below 0: there is none). NULL: there is none
 * from the same program file in the same namespace of pids. The lender has all until loan_take().
 */
struct loan *loan_receive(int connection);

/* What its lender knows of the kernel. */
const struct kernel *loan_kernel(const struct loan *loan);

/* Gives the maps to an object that is open, if they are like its own. -errno. */
int loan_use_maps(const struct loan *loan, const struct nytprof_bpf *part);

/*
 * Takes the programs, if they are just those that this agent would load. They may know other prices of
 * the same machine. tasks: which of enum task_program it would load. False: the lender keeps them.
 */
bool loan_take(struct loan *loan, struct programs *p, const bool *tasks);

int loan_lender(const struct loan *loan); /* the process that has offered it */
void loan_free(struct loan *loan);

#endif
