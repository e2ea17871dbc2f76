// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * A program with two interpreters, each with a script of its own: hosts WAY A.pl B.pl.  WAY is
 *
 *     turns    calls the subs work of both by turns, ten times, from one thread
 *     nested   A's script has Host::other(), which calls B's sub work
 *     threads  as turns, each from a thread of its own, both at once
 *     left     as turns, and exits without freeing either
 */
#include <EXTERN.h>
#include <perl.h>
#include <XSUB.h>
#include <pthread.h>
#include <string.h>

EXTERN_C void boot_DynaLoader(pTHX_ CV *cv);

static PerlInterpreter *perls[2];

static void call_work(PerlInterpreter *my_perl)
{
	dSP;

	PUSHMARK(SP);
	call_pv("work", G_VOID | G_DISCARD | G_NOARGS);
}

XS(host_other)
{
	dXSARGS;

	PERL_UNUSED_VAR(items);
	PERL_SET_CONTEXT(perls[1]);
	call_work(perls[1]);
	PERL_SET_CONTEXT(my_perl);
	XSRETURN_EMPTY;
}

static void xs_init(pTHX)
{
	newXS("DynaLoader::boot_DynaLoader", boot_DynaLoader, __FILE__);
	newXS("Host::other", host_other, __FILE__);
}

static void begin(int i, char **argv)
{
	char *args[] = { argv[0], argv[2 + i], NULL };

	perls[i] = perl_alloc();
	PERL_SET_CONTEXT(perls[i]);
	perl_construct(perls[i]);
	perls[i]->Iexit_flags |= PERL_EXIT_DESTRUCT_END;
	if (perl_parse(perls[i], xs_init, 2, args, NULL))
		exit(1);
	perl_run(perls[i]);
}

static void *serve(void *arg)
{
	PerlInterpreter *perl = arg;
	int i;

	PERL_SET_CONTEXT(perl);
	for (i = 0; i < 10; i++)
		call_work(perl);
	return NULL;
}

static void turns(void)
{
	int i;

	for (i = 0; i < 20; i++) {
		PERL_SET_CONTEXT(perls[i % 2]);
		call_work(perls[i % 2]);
	}
}

int main(int argc, char **argv, char **env)
{
	pthread_t threads[2];
	int i;

	PERL_SYS_INIT3(&argc, &argv, &env);
	/* B first, so that it can be called while A's script runs. */
	for (i = 1; i >= 0; i--)
		begin(i, argv);
	if (!strcmp(argv[1], "turns") || !strcmp(argv[1], "left"))
		turns();
	for (i = 0; i < 2 && !strcmp(argv[1], "threads"); i++)
		pthread_create(&threads[i], NULL, serve, perls[i]);
	for (i = 0; i < 2 && !strcmp(argv[1], "threads"); i++)
		pthread_join(threads[i], NULL);
	if (!strcmp(argv[1], "left"))
		_exit(0);
	for (i = 0; i < 2; i++) {
		PERL_SET_CONTEXT(perls[i]);
		perl_destruct(perls[i]);
		perl_free(perls[i]);
	}
	PERL_SYS_TERM();
	return 0;
}
