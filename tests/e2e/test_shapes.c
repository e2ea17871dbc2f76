// SPDX-License-Identifier: GPL-2.0-or-later
/* The shapes in which a perl comes: in other programs, under other names, linked in other ways. */
#include "e2e.h"

#include <glob.h>

TestSuite(shapes, .init = e2e_init, .fini = e2e_fini, .timeout = 150);

#define SCRIPT                     \
	"my $s = 0;\n"             \
	"for my $i (1 .. 100) {\n" \
	"    $s += one($i);\n"     \
	"}\n"                      \
	"print \"sum $s\\n\";\n"   \
	"sub one { my $x = shift; return 2 * $x }\n"

/* Runs the script in a perl as a command, and looks at what was recorded. */
static void expect_recorded_as(const char *perl)
{
	put_file("a.pl", SCRIPT);
	cr_assert_eq(run("$AGENT -o out -- %s a.pl", perl), 0, "%s: %s", perl, e2e_err);
	expect_out("sum 10100\n");
	expect_err("not recorded: nothing (0)");
	read_profile("out");
	expect_line("/a.pl:3", 100);
	expect_line("/a.pl:6", 200);
	expect_out("main::RUNTIME main::one 100 ");
}

/* The same with --pid, once it runs. */
static void expect_attached_to(const char *perl)
{
	pid_t pid;

	put_file("b.pl", "open my $f, '>', 'up'; close $f;\n"
			 "until (-e 'go') { select undef, undef, undef, 0.01 }\n"
			 "for my $i (1 .. 100) {\n"
			 "    one($i);\n"
			 "}\n"
			 "sub one { my $x = shift; return 2 * $x }\n");
	unlink("up");
	unlink("go");
	pid = start(perl, "b.pl", NULL);
	cr_assert(wait_for("up"), "%s", perl);
	cr_assert_eq(run("$AGENT -o pid --pid %d & recording; touch go; wait $!", pid), 0, "%s: %s",
		     perl, e2e_err);
	waitpid(pid, NULL, 0);
	expect_err("not recorded: nothing (0)");
	read_profile("pid");
	expect_line("/b.pl:4", 100);
	expect_line("/b.pl:6", 200);
	expect_out("main::RUNTIME main::one 100 ");
}

/* Seconds of all lines together in a profile. */
static double lines_s(const char *file)
{
	cr_assert_eq(run("perl $TOP/tests/e2e/profile.pl %s | "
			 "awk '/^line/ { t += $NF } END { print \"lines \" t }'",
			 file),
		     0, "%s", e2e_err);
	return number_behind("lines ");
}

/* ----------------------------------------------------------------- programs with perl in them */

/* Links tests/e2e/host.c with perl's library; false: that is not there. */
static bool link_host(const char *name, const char *cc_flags, const char *libs)
{
	return !run("cc %s $(perl -MExtUtils::Embed -e ccopts) -o %s $TOP/tests/e2e/host.c %s "
		    "-ldl -lm -lpthread -lcrypt",
		    cc_flags, name, libs);
}

#define ARCHIVE                                                                      \
	"$(perl -MConfig -e 'print \"$Config{libpth} $Config{archlibexp}/CORE\"' | " \
	"tr ' ' '\\n' | sed 's,$,/libperl.a,' | xargs ls 2>/dev/null | head -1)"

static void need_host(const char *name, const char *cc_flags, const char *libs)
{
	if (!link_host(name, cc_flags, libs))
		cr_skip_test("needs libperl-dev: %s", e2e_err);
}

#define SERVED                                                                        \
	"print \"sum\\n\";\nsub work {\n    one($_) for 1 .. 10;\n    return 1;\n}\n" \
	"sub one { return 2 * $_[0] }\n"

Test(shapes, a_program_with_libperl_as_a_command)
{
	static const char *const how[] = { "", "HOST_NO_RUN=1" };
	size_t i;

	need_host("host", "", "-lperl");
	put_file("c.pl", SERVED);
	for (i = 0; i < 2; i++) {
		cr_assert_eq(run("export %s HOST_CALLS=5; $AGENT -- ./host c.pl", how[i]), 0, "%s",
			     e2e_err);
		expect_err("not recorded: nothing (0)");
		read_profile("nytprof.out");
		expect_line("/c.pl:1", i ? 0 : 1);
		expect_line("/c.pl:3", 5);
		expect_line("/c.pl:4", 5);
		expect_line("/c.pl:6", 50);
		expect_out("main::work main::one 50 ");
		expect_out(" main::work 5 ");
		/* It has slept for 1.5 s, but in no statement. */
		cr_expect_lt(lines_s("nytprof.out"), 0.3);
	}
}

Test(shapes, a_program_with_libperl_that_runs)
{
	pid_t pid;

	need_host("host", "", "-lperl");
	put_file("c.pl", SERVED);
	setenv("HOST_CALLS", "1000", 1);
	pid = start("./host", "c.pl", NULL);
	unsetenv("HOST_CALLS");
	usleep(200000);
	cr_assert_eq(run("$AGENT --pid %d -d 2", pid), 0, "%s", e2e_err);
	stop(pid);
	expect_err("not recorded: nothing (0)");
	read_profile("nytprof.out");
	cr_expect_geq(number_behind("main::work main::one "), 40);
	cr_expect_lt(lines_s("nytprof.out"), 0.3);
}

/* Debian's perl that is linked with libperl.so. */
Test(shapes, perl_itself_as_a_small_program_with_libperl)
{
	glob_t found;

	if (glob("/usr/bin/perl5.*-linux-gnu", 0, NULL, &found))
		cr_skip_test("needs libperl's own perl");
	expect_recorded_as(found.gl_pathv[0]);
	expect_attached_to(found.gl_pathv[0]);
	globfree(&found);
}

Test(shapes, linked_statically_at_an_address_of_its_own_or_not)
{
	need_host("anywhere", "-fPIE -pie -Wl,-E", ARCHIVE);
	expect_recorded_as("./anywhere");
	need_host("fixed", "-fno-pie -no-pie -Wl,-E", ARCHIVE);
	expect_recorded_as("./fixed");
	expect_attached_to("./fixed");
}

Test(shapes, with_packed_relocations)
{
	need_host("packed", "-fPIE -pie -Wl,-E -Wl,-z,pack-relative-relocs", ARCHIVE);
	cr_assert_eq(run("readelf -d packed"), 0);
	if (!strstr(e2e_out, "RELR"))
		cr_skip_test("this linker packs none");
	expect_recorded_as("./packed");
	expect_attached_to("./packed");
}

/* -------------------------------------------------------------------------- what a file is */

Test(shapes, a_stripped_perl_by_another_name)
{
	cr_assert_eq(run("cp $(perl -e 'print $^X') foo && strip -s foo"), 0, "%s", e2e_err);
	expect_recorded_as("./foo");
	expect_attached_to("./foo");
}

Test(shapes, a_perl_without_section_headers)
{
	cr_assert_eq(run("cp $(perl -e 'print $^X') foo\n"
			 "perl -e 'open my $f, \"+<\", \"foo\" or die; binmode $f;\n"
			 "    seek $f, 0x28, 0; print $f \"\\0\" x 8;\n"
			 "    seek $f, 0x3a, 0; print $f \"\\0\" x 6'\n"
			 "readelf -S foo"),
		     0, "%s", e2e_err);
	expect_out("no sections");
	expect_recorded_as("./foo");
	expect_attached_to("./foo");
}

/* ------------------------------------------------------------------------------- mod_perl */

#define HELLO                                        \
	"package Hello;\n"                           \
	"use strict;\n"                              \
	"use Apache2::RequestRec ();\n"              \
	"use Apache2::RequestIO ();\n"               \
	"sub handler {\n"                            \
	"    my $r = shift;\n"                       \
	"    my $n = 0;\n"                           \
	"    for my $i (1 .. 100) {\n"               \
	"        $n += one($i);\n"                   \
	"    }\n"                                    \
	"    $r->print(\"sum $n\\n\");\n"            \
	"    return 0;\n"                            \
	"}\n"                                        \
	"sub one { my $x = shift; return 2 * $x }\n" \
	"1;\n"

/* Two children that answer, with an own configuration in the test's directory. */
#define APACHE                                                                                      \
	"DIR=$PWD; PORT=$((20000 + $$ %% 10000)); M=/usr/lib/apache2/modules\n"                     \
	"cat >httpd.conf <<END\n"                                                                   \
	"ServerRoot $DIR\nServerName localhost\nListen 127.0.0.1:$PORT\n"                           \
	"PidFile $DIR/httpd.pid\nErrorLog $DIR/error.log\nMutex flock:$DIR\n"                       \
	"User nobody\nGroup nogroup\n"                                                              \
	"LoadModule mpm_prefork_module $M/mod_mpm_prefork.so\n"                                     \
	"LoadModule authz_core_module $M/mod_authz_core.so\n"                                       \
	"LoadModule alias_module $M/mod_alias.so\n"                                                 \
	"LoadModule perl_module $M/mod_perl.so\n"                                                   \
	"StartServers 2\nMinSpareServers 2\nMaxSpareServers 2\nMaxRequestWorkers 2\n"               \
	"PerlSwitches -I$DIR\nPerlModule Hello\nPerlModule ModPerl::Registry\n"                     \
	"Alias /script/ $DIR/\n"                                                                    \
	"<Location />\nSetHandler modperl\nPerlResponseHandler Hello\n</Location>\n"                \
	"<Location /script/>\nPerlResponseHandler ModPerl::Registry\nPerlOptions +ParseHeaders\n"   \
	"Options +ExecCGI\n</Location>\n"                                                           \
	"END\n"                                                                                     \
	"chmod 755 a.pl; apache2 -f $DIR/httpd.conf -k start 3>&- || exit 1\n"                      \
	"trap 'kill $(cat httpd.pid)' EXIT\n"                                                       \
	"children() { pgrep -d, -P $(cat httpd.pid); }\n"                                           \
	"ask() { ab -q -n $1 -c 2 http://127.0.0.1:$PORT/$2 | grep -E 'Complete|Failed|Non-2'; }\n" \
	"until [ -e httpd.pid ] && ask 2; do sleep 0.1; done\n"

static void need_apache(void)
{
	if (!exists("/usr/lib/apache2/modules/mod_perl.so") || !exists("/usr/bin/ab"))
		cr_skip_test("needs apache2-bin, libapache2-mod-perl2 and apache2-utils");
	put_file("Hello.pm", HELLO);
	put_file("a.pl", "print \"Content-type: text/plain\\n\\n\";\n"
			 "for my $i (1 .. 10) {\n"
			 "    print \"line $i\\n\";\n"
			 "}\n");
}

/* Over all profiles: for each line and call that a pattern finds, the sum of its counts. */
#define SUMS                                                                                      \
	"sums() { for f in nytprof.out*; do perl $TOP/tests/e2e/profile.pl $f || exit 1; done | " \
	"awk '/^line/ { t += $NF; n[$2] += $3 } /^call/ { n[$3 \" \" $4] += $5 } "                \
	"END { for (k in n) print k, n[k]; print \"lines\", t }' | sed 's,^.*/,/,'; }\n"

Test(shapes, mod_perl_in_the_children_of_apache)
{
	need_apache();
	cr_assert_eq(
		run(APACHE SUMS
		    "$AGENT --pid $(children) & A=$!; recording\n"
		    "ask 20; sleep 1; ask 20; ask 8 script/a.pl; sleep 1; kill -INT $A; wait $A && sums"),
		0, "%s%s", e2e_err, e2e_out);
	expect_err("recording 2 processes");
	expect_err("not recorded: nothing (0)");
	expect_out("Complete requests:      8");
	cr_expect_null(strstr(e2e_out, "Non-2"), "%s", e2e_out);
	expect_out("/Hello.pm:6 40\n");
	expect_out("/Hello.pm:9 4000\n");
	expect_out("/Hello.pm:14 8000\n");
	expect_out("Hello::handler Hello::one 4000\n");
	expect_out("main::RUNTIME Hello::handler 40\n");
	expect_out("/a.pl:3 80\n");
	/* Two children for some seconds, waiting for requests for nearly all of that. */
	cr_expect_lt(number_behind("lines "), 1.0);
}

Test(shapes, mod_perl_in_a_child_that_apache_starts)
{
	need_apache();
	cr_assert_eq(
		run(APACHE SUMS
		    "$AGENT -v --pid $(cat httpd.pid) & A=$!; recording; kill $(children | tr , ' ')\n"
		    "until [ $(grep -c 'attached to after' stderr) = 2 ]; do sleep 0.05; done\n"
		    "ask 40; kill -INT $A; wait $A && sums"),
		0, "%s%s", e2e_err, e2e_out);
	expect_no_err("nothing (0)");
	expect_out("/Hello.pm:6 40\n");
	expect_out("Hello::handler Hello::one 4000\n");
	expect_err("warning: not recorded: the begin of 2 processes: ");
	cr_expect_lt(number_behind("lines "), 1.0);
}

/* ------------------------------------------------------------------------------- PL/Perl */

#define POSTGRES                                                                                                       \
	"PG=$(ls -d /usr/lib/postgresql/*/bin | tail -1); U='setpriv --reuid nobody --regid nogroup --clear-groups'\n" \
	"mkdir pg; chown nobody pg; cd pg; trap '$U $PG/pg_ctl -D data -m immediate stop' EXIT\n"                      \
	"$U $PG/initdb -D data -U test -A trust -N >initdb.log || exit 1\n"                                            \
	"$U $PG/pg_ctl -D data -w -l log -o \"-c listen_addresses='' -c unix_socket_directories=$PWD"                  \
	" -c fsync=off\" start >/dev/null 3>&- || exit 1\n"                                                            \
	"q() { psql -h $PWD -U test -d postgres -Atq -v ON_ERROR_STOP=1 -f $1; }\n"

Test(shapes, plperl_in_a_backend_of_postgresql)
{
	glob_t found;

	if (glob("/usr/lib/postgresql/*/lib/plperl.so", 0, NULL, &found))
		cr_skip_test("needs postgresql and postgresql-plperl");
	globfree(&found);
	put_file("a.sql",
		 "CREATE EXTENSION plperl;\n"
		 "CREATE FUNCTION half(integer) RETURNS integer LANGUAGE plperl AS $$\n"
		 "    my $x = shift;\n"
		 "    return int($x / 2);\n"
		 "$$;\n"
		 "CREATE FUNCTION outer_half(integer) RETURNS integer LANGUAGE plperl AS $$\n"
		 "    my $x = shift;\n"
		 "    my $rv = spi_exec_query(\"SELECT half($x) AS h\");\n"
		 "    return $rv->{rows}[0]{h};\n"
		 "$$;\n");
	put_file("b.sql", "SELECT half(1), outer_half(1);\n"
			  "SELECT pg_backend_pid() \\g pid\n"
			  "\\! until [ -e go ]; do sleep 0.05; done\n"
			  "SELECT sum(outer_half(n)) FROM generate_series(1, 100) n;\n"
			  "SELECT pg_sleep(1);\n"
			  "\\! sleep 1\n"
			  "SELECT half(9);\n"
			  "SELECT pg_sleep(1);\n");
	cr_assert_eq(run(POSTGRES
			 "q ../a.sql || exit 1; q ../b.sql & \n"
			 "until grep -q . pid 2>/dev/null; do sleep 0.05; done\n"
			 "cd ..; $AGENT --pid $(cat pg/pid) & recording; touch pg/go; wait $!"
			 "; status=$?; cd pg; exit $status"),
		     0, "%s%s", e2e_err, e2e_out);
	expect_out("2500\n");
	expect_err("not recorded: nothing (0)");
	read_profile("nytprof.out");
	cr_expect_eq(run("perl $TOP/tests/e2e/profile.pl nytprof.out | "
			 "grep -E '^call .*:3 main::spi_exec_query main::__ANON__.* 100 '"),
		     0);
	cr_expect_eq(run("perl $TOP/tests/e2e/profile.pl nytprof.out | "
			 "grep -E '^call .* main::RUNTIME main::__ANON__.* 100 '"),
		     0);
	cr_expect_eq(run("perl $TOP/tests/e2e/profile.pl nytprof.out | grep -E '^line .*:3 101 '"),
		     0);
	/* The session has waited for three seconds, in no statement. */
	cr_expect_lt(lines_s("nytprof.out"), 0.5);
}
