# --sql: what databases were asked.  The databases are real.

# The rows of a profile, one line each: LINE|SUB|EXECUTED|STATEMENT; of those that were executed.
rows_of() {
	perl -ne 'last if /^z/;
		$file = $1 if /^# agent_sql_file=(.*)/;
		next unless s/^# agent_sql=//;
		chomp;
		my ($line, $cnt, $ns, $prepared, $prepare_ns, $sub, $text) = split /\t/, $_, -1;
		print "$line|$sub|$cnt|$text\n" if $cnt' "$1" | LC_ALL=C sort
}

# A row of it has these executions, in whatever order: expect_row PROFILE 'LINE|SUB|EXECUTED|STATEMENT'
expect_row() {
	rows_of "$1" >rows
	expect grep -qxF "$2" rows || cat rows >>"$LOG"
}

# Their sum: executed PROFILE TEXT
executed() {
	rows_of "$1" | TEXT=$2 perl -F'\|' -ane '$n += $F[2] if index($_, $ENV{TEXT}) >= 0; END { print $n + 0, "\n" }'
}

# The time of a statement's rows in ns, in all: time_of PROFILE TEXT
time_of() {
	TEXT=$2 perl -ne 'last if /^z/; next unless s/^# agent_sql=//;
		my @f = split /\t/; $ns += $f[2] if index($_, $ENV{TEXT}) >= 0; END { print $ns + 0, "\n" }' "$1"
}

# Nothing that was in a literal is in any of the files, also where they are deflated.
expect_no_secrets() {
	local file
	for file; do
		expect perl -MCompress::Zlib -0777 -ne 'exit 1 if /sekret/i;
			while (/z/g) { my ($i) = inflateInit(); my ($out) = $i->inflate(my $rest = substr $_, pos);
				exit 1 if ($out // "") =~ /sekret/i && $out !~ /my \$|use DBI/ }' "$file"
	done
}

# ---- servers: their directories are in the case's own, and they end with it

answers() {
	"$@" >/dev/null 2>&1
}

end_server() {
	kill "$1" "$2"
	wait "$2"
}

# PostgreSQL, as user postgres, with a socket in the directory $PWD/pg.
start_postgres() {
	local bin
	bin=$(echo /usr/lib/postgresql/*/bin)
	mkdir pg && chown postgres pg && chmod 755 . && chmod 700 pg
	(cd / && setpriv --reuid postgres --regid postgres --init-groups \
		"$bin/initdb" -D "$OLDPWD/pg/data" -A trust -U postgres --no-sync) >pg.log 2>&1 || fail "$(cat pg.log)"
	setpriv --reuid postgres --regid postgres --init-groups \
		"$bin/postgres" -D "$PWD/pg/data" -k "$PWD/pg" -c listen_addresses= -c fsync=off >>pg.log 2>&1 &
	PG=$!
	defer end_server -INT $PG
	await answers psql -q -h "$PWD/pg" -U postgres -c 'select 1' postgres
}

# MariaDB, with a socket $PWD/my/sock.
start_mariadb() {
	mkdir my && chown mysql my && chmod 755 .
	mariadb-install-db --no-defaults --user=mysql --datadir="$PWD/my/data" --auth-root-authentication-method=normal \
		--skip-test-db >my.log 2>&1 || fail "$(cat my.log)"
	/usr/sbin/mariadbd --no-defaults --user=mysql --datadir="$PWD/my/data" --socket="$PWD/my/sock" \
		--pid-file="$PWD/my/pid" --skip-networking >>my.log 2>&1 &
	MY=$!
	defer end_server -TERM $MY
	await answers mariadb --no-defaults -u root -S "$PWD/my/sock" -e 'select 1'
}
