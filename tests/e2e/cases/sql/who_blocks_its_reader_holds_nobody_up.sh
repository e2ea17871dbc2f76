# A library whose file nobody can open for now: others get their probes meanwhile, and another agent begins.

driver=$(perl -MDBD::SQLite -e 'print +(grep { -e } map { "$_/auto/DBD/SQLite/SQLite.so" } @INC)[0]')
mkdir lib mnt
cp "$(ldd "$driver" | awk '/libsqlite3/ { print $3 }')" lib/libsqlite3.so.0
make_mapper
"$HELPERS/slow_fs" mnt 1 libpq.so >asked & fs=$! # who maps the file may open it
await [ -e mnt/libpq.so.5 ]

cat >a.pl <<'PERL'
use strict; use DBI;
sub await { select undef, undef, undef, 0.02 until -e $_[0] }
open my $ready, '>', 'ready'; close $ready;
await("load");
my $dbh = DBI->connect('dbi:SQLite:dbname=:memory:', '', '', { RaiseError => 1 });
await("go");
$dbh->do("select 2") for 1 .. 30;
await("end");
PERL
cp "$(command -v perl)" sqlperl
record_all --sql -v --comm=sqlperl --interval=1
LD_LIBRARY_PATH=$PWD/lib ./sqlperl a.pl & P=$!
await [ -e ready ]
await any "out/*.$P.*.nytprof"
MAPPED=mnt/libpq.so.5 LD_PRELOAD="$PWD/mapper.so" perl -e 'select undef, undef, undef, 0.02 until -e "end"' & slow=$!
await grep -q waits asked
touch load
await grep -q "probes $PWD/lib/libsqlite3.so.0" said
# Of the other one nothing is known yet.
expect_that "$(grep -c 'sql: .*mnt/libpq' said) == 0"
touch go
await grep -q "sql: process $slow: .*mnt/libpq.so.5: it blocks whoever reads it" said

$AGENT --sql --pid $P -o b.out >stdout 2>stderr & B=$!
recording
expect_err 'sql: not all processes could be looked at yet'
stop $fs
umount -l mnt
touch end
wait $slow
wait $P
expect_status 0
wait $B
expect_status 0
end_all
for file in out/*."$P".*; do rows_of "$file"; done >all
expect [ "$(awk -F'|' '/\|select \?/ { n += $3 } END { print n + 0 }' all)" = 30 ]
