# PL/Perl in a backend of PostgreSQL, where a function calls another one by SQL.

any '/usr/lib/postgresql/*/lib/plperl.so' || skip 'needs postgresql and postgresql-plperl'
bin=$(compgen -G '/usr/lib/postgresql/*/bin' | tail -1)
as_nobody() { setpriv --reuid nobody --regid nogroup --clear-groups "$@"; }
query() { psql -h "$PWD/pg" -U test -d postgres -Atq -v ON_ERROR_STOP=1 -f "$1"; }

cat >a.sql <<'SQL'
CREATE EXTENSION plperl;
CREATE FUNCTION half(integer) RETURNS integer LANGUAGE plperl AS $$
    my $x = shift;
    return int($x / 2);
$$;
CREATE FUNCTION outer_half(integer) RETURNS integer LANGUAGE plperl AS $$
    my $x = shift;
    my $rv = spi_exec_query("SELECT half($x) AS h");
    return $rv->{rows}[0]{h};
$$;
SQL
cat >b.sql <<'SQL'
SELECT half(1), outer_half(1);
SELECT pg_backend_pid() \g pid
\! until [ -e go ]; do sleep 0.05; done
SELECT sum(outer_half(n)) FROM generate_series(1, 100) n;
SELECT pg_sleep(1);
\! sleep 1
SELECT half(9);
SELECT pg_sleep(1);
SQL

mkdir pg
chown nobody pg
as_nobody "$bin/initdb" -D pg/data -U test -A trust -N >initdb.log 2>&1
expect_status 0 || exit
(cd pg && as_nobody "$bin/pg_ctl" -D data -w -l log \
	-o "-c listen_addresses='' -c unix_socket_directories=$PWD -c fsync=off" start >/dev/null 2>&1)
expect_status 0 || exit
(
	query a.sql || exit
	query b.sql &
	await [ -s pid ]
	$AGENT --pid "$(cat pid)" & A=$!
	recording
	touch go
	wait $A
) >stdout 2>stderr
expect_status 0
expect_out 2500
expect_err 'not recorded: nothing (0)'
as_nobody "$bin/pg_ctl" -D pg/data -m immediate stop >/dev/null 2>&1
read_profile nytprof.out
expect grep -qE '^call .*:3 main::spi_exec_query main::__ANON__.* 100 ' stdout
expect grep -qE '^call .* main::RUNTIME main::__ANON__.* 100 ' stdout
expect grep -qE '^line .*:3 101 ' stdout
# The session has waited for three seconds, in no statement.
expect_that "$(lines_s) < 0.5"
