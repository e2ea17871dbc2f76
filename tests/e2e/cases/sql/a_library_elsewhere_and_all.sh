# --all: profiles of intervals have what was executed in them; a library that nobody knew is probed when it is loaded.

driver=$(perl -MDBD::SQLite -e 'print $INC{"DBD/SQLite.pm"} && (grep { m{auto/DBD/SQLite/SQLite\.so$} } map { "$_/auto/DBD/SQLite/SQLite.so" } grep { -e "$_/auto/DBD/SQLite/SQLite.so" } @INC)[0]')
cp "$(ldd "$driver" | awk '/libsqlite3/ { print $3 }')" libsqlite3.so.0
cat >a.pl <<'PERL'
use strict; use DBI;
my $dbh = DBI->connect('dbi:SQLite:dbname=:memory:', '', '', { RaiseError => 1 });
$dbh->do('select 1');
open my $ready, '>', 'ready'; close $ready;
select undef, undef, undef, 0.02 until -e 'go';
$dbh->do("select 'sekret', 2") for 1 .. 30;
PERL
record_all --sql -v --comm=sqlperl --interval=1
cp "$(command -v perl)" sqlperl
LD_LIBRARY_PATH=$PWD ./sqlperl a.pl & P=$!
await [ -e ready ]
await grep -q "probes $PWD/libsqlite3.so.0" said
await any "out/*.$P.*.nytprof" # it is recorded
touch go
wait $P
expect_status 0
end_all
for file in out/*."$P".*; do rows_of "$file"; done >all
expect [ "$(awk -F'|' '/6\|main::RUNTIME\|.*\|select \?, \?/ { n += $3 } END { print n + 0 }' all)" = 30 ]
expect_no_secrets out/*."$P".* said
