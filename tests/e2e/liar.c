// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * A perl that lies: runs a script, then calls perl's own functions with the interpreter's variables
 * pointing into memory in which everything leads somewhere, mostly in circles, or nowhere.  What
 * that does to the process is caught, or ends it: each child of $LIAR_CHILDREN has other lies.
 * With $LIAR_CALLS it then calls the sub one as often, while its symbol table has no end, or is in the file $LIAR_PAGE.
 * From then on there is a file "spoilt".
 * With $LIAR_STACK its stacks are in that file, and it turns in circles.
 */
#include <EXTERN.h>
#include <perl.h>
#include <fcntl.h>
#include <setjmp.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#define WORDS  (1 << 15)
#define ROUNDS 300

EXTERN_C void boot_DynaLoader(pTHX_ CV *cv);

static uintptr_t *memory; /* the page behind it can't be read */
static sigjmp_buf out;

static void xs_init(pTHX)
{
	newXS("DynaLoader::boot_DynaLoader", boot_DynaLoader, __FILE__);
}

static void stumbled(int sig)
{
	siglongjmp(out, sig);
}

static uintptr_t lie(void)
{
	uintptr_t at = (uintptr_t)(memory + rand() % WORDS);

	switch (rand() % 12) {
	case 0:
		return 0;
	case 1:
		return (uintptr_t)-1;
	case 2:
		return (uintptr_t)rand() << 20;
	case 3:
		return (uintptr_t)(memory + WORDS) - (uintptr_t)(rand() % 64);
	case 4:
		return at + (uintptr_t)(rand() % 8);
	case 5:
		return (uintptr_t)rand() % 1024;
	default:
		return at;
	}
}

static void fill(void)
{
	size_t i;

	for (i = 0; i < WORDS; i++)
		memory[i] = lie();
}

/* A name without an end, a string of four gigabytes, a stackinfo below itself: things that lie() seldom hits. */
static void lie_well(pTHX_ PERL_SI *si, COP *cop)
{
	int kind = rand() % 40; /* one that is believed ends what is recorded of this process */

	if (kind == 0)
		si->si_prev = si;
	if (kind == 1)
		si->si_cxix = 0x7ffffff0 >> (rand() % 20);
	if (kind == 2)
		si->si_cxix = -rand();
	if (kind >= 10 && kind < 20) {
		memset(memory + WORDS / 2, 'x', WORDS / 2 * sizeof(*memory));
		CopFILE(cop) = (char *)(memory + WORDS / 2 + rand() % (WORDS / 2));
		CopLINE(cop) = (line_t)rand();
		cop->op_type = OP_NEXTSTATE;
	}
	if (kind >= 20 && kind < 30)
		cop->op_next = (OP *)cop;
	if (kind >= 30)
		cop->op_sibparent = (OP *)cop;
}

static void one_round(pTHX)
{
	static const int ops[] = { OP_NEXTSTATE, OP_NEXTSTATE, OP_ENTERSUB,  OP_LEAVESUB,
				   OP_LEAVE,	 OP_LEAVEEVAL, OP_ENTEREVAL, OP_GOTO,
				   OP_DIE,	 OP_SORT,      OP_MATCH };
	PerlInterpreter before = *my_perl;
	PERL_SI si = *PL_curstackinfo;
	COP cop = *PL_curcop;

	lie_well(aTHX_ & si, &cop);
	PL_curstackinfo = rand() % 40 ? &si : (PERL_SI *)lie();
	PL_op = rand() % 3 ? (OP *)&cop : (OP *)lie();
	PL_curcop = rand() % 3 ? &cop : (COP *)lie();
	PL_stack_sp = rand() % 3 ? PL_stack_sp : (SV **)lie();
	if (rand() % 4 == 0)
		PL_defstash = (HV *)lie();
	alarm(1);
	if (!sigsetjmp(out, 1))
		PL_ppaddr[ops[rand() % (int)(sizeof(ops) / sizeof(ops[0]))]](aTHX);
	alarm(0);
	*my_perl = before;
}

static void child(pTHX_ unsigned seed)
{
	struct sigaction action = { .sa_handler = stumbled, .sa_flags = SA_NODEFER | SA_ONSTACK };
	static char stack[1 << 16];
	stack_t other = { .ss_sp = stack, .ss_size = sizeof(stack) };
	int i;

	srand(seed);
	sigaltstack(&other, NULL);
	sigaction(SIGSEGV, &action, NULL);
	sigaction(SIGBUS, &action, NULL);
	sigaction(SIGALRM, &action, NULL);
	sigaction(SIGABRT, &action, NULL);
	if (freopen("/dev/null", "w", stderr) == NULL)
		_exit(1);
	for (i = 0; i < ROUNDS; i++) {
		fill();
		one_round(aTHX);
	}
	_exit(0);
}

static void spoil_stash(pTHX)
{
	HE **heads = HvARRAY(PL_defstash), *he;
	size_t i;

	for (i = 0; i <= HvMAX(PL_defstash); i++) {
		for (he = heads[i]; he && HeNEXT(he); he = HeNEXT(he)) {
			if (strcmp(HeKEY(he), "one") !=
			    0) /* it is also the name of that sub, whose calls are counted */
				HEK_LEN(HeKEY_hek(he)) = 0x7fffffff;
		}
		if (he)
			HeNEXT(he) = heads[i];
	}
	HvMAX(PL_defstash) = (STRLEN)-2;
}

static void *map_page(const char *page)
{
	int fd = open(page, O_RDONLY);
	void *at = mmap(NULL, 4096, PROT_READ, MAP_PRIVATE, fd, 0);

	if (at == MAP_FAILED)
		_exit(1);
	return at;
}

static void call_spoilt(pTHX_ int calls)
{
	SV *one = (SV *)get_cv("one", 0);
	const char *page = getenv("LIAR_PAGE");

	if (page)
		PL_defstash = (HV *)map_page(page);
	else
		spoil_stash(aTHX);
	close(open("spoilt", O_WRONLY | O_CREAT, 0644));
	while (calls--) {
		dSP;

		PUSHMARK(SP);
		call_sv(one, G_VOID | G_DISCARD | G_NOARGS);
		usleep(10000);
	}
	_exit(0);
}

int main(int argc, char **argv, char **env)
{
	const char *children = getenv("LIAR_CHILDREN"), *calls = getenv("LIAR_CALLS");
	const char *stack = getenv("LIAR_STACK");
	volatile bool on = true;
	unsigned i;
	PerlInterpreter *my_perl;

	memory = mmap(NULL, WORDS * sizeof(*memory) + 4096, PROT_READ | PROT_WRITE,
		      MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	mprotect(memory + WORDS, 4096, PROT_NONE);
	PERL_SYS_INIT3(&argc, &argv, &env);
	my_perl = perl_alloc();
	perl_construct(my_perl);
	PL_exit_flags |= PERL_EXIT_DESTRUCT_END;
	if (!perl_parse(my_perl, xs_init, argc, argv, NULL))
		perl_run(my_perl);
	for (i = 1; children && i <= (unsigned)atoi(children); i++) {
		pid_t pid = fork();

		if (!pid)
			child(aTHX_ i);
		waitpid(pid, NULL, 0);
	}
	if (calls)
		call_spoilt(aTHX_ atoi(calls));
	if (stack)
		PL_curstackinfo = (PERL_SI *)map_page(stack);
	while (stack && on)
		;
	eval_pv("one(1) for 1 .. 10", 1);
	perl_destruct(my_perl);
	perl_free(my_perl);
	PERL_SYS_TERM();
	return 0;
}
