# --all.

cat >a.pl <<'PERL'
use strict;
$| = 1;
print "ready\n";
select undef, undef, undef, 0.02 until -e 'go';
sub look { -e "none$_" for 1 .. $_[0] }
look(30);
PERL

is='$9 == "newfstatat" && $10 ~ /look|CORE:/ && $3 ~ /main::look/'
rm -f go
cp "$(command -v perl)" eventperl
record_all --event=syscalls --comm=eventperl
./eventperl a.pl >printed & P=$!
await grep -q ready printed
await any "out/*.$P.*.nytprof" # it is recorded
touch go
wait $P
end_all
for file in out/*."$P".*; do events_of "$file"; done >events
expect [ "$(total 4 "$is")" = 30 ]
