/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Two C stacks in SQLite at once: a function that a statement calls goes on with the other one. */
#include <stdio.h>
#include <ucontext.h>

typedef struct sqlite3 sqlite3;
typedef struct sqlite3_stmt sqlite3_stmt;
typedef struct sqlite3_context sqlite3_context;
int sqlite3_open(const char *file, sqlite3 **db);
int sqlite3_create_function(sqlite3 *db, const char *name, int args, int encoding, void *data,
			    void (*call)(sqlite3_context *, int, void *), void *step, void *end);
int sqlite3_prepare_v2(sqlite3 *db, const char *text, int len, sqlite3_stmt **to,
		       const char **tail);
int sqlite3_step(sqlite3_stmt *statement);
int sqlite3_reset(sqlite3_stmt *statement);
void sqlite3_result_int(sqlite3_context *context, int value);

static ucontext_t stacks[2];
static int now, rows;

static void turn(void)
{
	int was = now;

	now = !was;
	swapcontext(&stacks[was], &stacks[now]);
}

static void turn_inside(sqlite3_context *context, int cnt, void *args)
{
	turn();
	sqlite3_result_int(context, 1);
}

static void ask(sqlite3 *db, const char *text)
{
	sqlite3_stmt *statement;

	sqlite3_prepare_v2(db, text, -1, &statement, NULL);
	rows += sqlite3_step(statement) == 100;
	sqlite3_reset(statement);
}

static sqlite3 *connect_it(void)
{
	sqlite3 *db;

	sqlite3_open(":memory:", &db);
	sqlite3_create_function(db, "turn", 0, 1, NULL, turn_inside, NULL, NULL);
	return db;
}

static void run_other(void)
{
	sqlite3 *db = connect_it();

	for (;;)
		ask(db, "select turn()");
}

int main(void)
{
	static char stack[1 << 20];
	sqlite3 *db = connect_it();
	int i;

	getcontext(&stacks[1]);
	stacks[1].uc_stack.ss_sp = stack;
	stacks[1].uc_stack.ss_size = sizeof(stack);
	makecontext(&stacks[1], run_other, 0);
	for (i = 0; i < 20; i++) {
		ask(db, "select turn()");
		ask(db, "select 1");
		turn();
	}
	printf("%d\n", rows);
	return 0;
}
