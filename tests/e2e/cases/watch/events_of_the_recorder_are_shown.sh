# What a recorder counts with --event has columns for those who watch it, too.

cat >work.pl <<'PERL'
open my $up, '>', "up.$$"; close $up;
my $n = 0; $n += $_ for 1 .. 20_000;
select undef, undef, undef, 0.02 until -e 'go';
readlink "none" for 1 .. 1000;
select undef, undef, undef, 0.02 until -e 'end.1';
PERL
# An interval can end between two of them.
has_all() {
	[ "$(sed -n 's/^.* \([0-9][0-9]*\) *main::CORE:readlink$/\1/p' tables | awk '{ n += $1 } END { print n + 0 }')" = 1000 ]
}
perl "$PWD/work.pl" & busy=$!
await [ -e "up.$busy" ]
start_service --mode=sample --event=syscalls,page-faults
watch tables --top=50
await grep -q 'main::CORE:sselect$' tables
touch go
await has_all
expect grep -q ' page-faults syscalls  sub$' tables
touch end.1
kill -INT $W
wait $W
end_all
