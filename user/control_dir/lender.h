/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The recorder that has loaded programs ready for the next agent: CONTROL_DIR/lender is a link to its
 * socket. So an agent asks nobody if there is none.
 */
#ifndef NYTPROF_LENDER_H
#define NYTPROF_LENDER_H

void lender_announce(void); /* this process is one: the last one counts */
void lender_withdraw(void); /* it is none any more */

/*
 * Connects to it, and asks for the offer (attach/loan.h). Returns the connection, or -errno. Nobody
 * listens at the link of a recorder that was killed.
 */
int lender_ask(void);

#endif
