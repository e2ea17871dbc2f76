# A program that loads its modules meets new subs at nearly each event, in deep stacks: these have their places, too.

mkdir lib
for i in $(seq 150); do
	cat >lib/M$i.pm <<PERL
package M$i;
BEGIN { -e "lib/none\$_" for 1 .. 3 }
sub sub_of_$i { 1 }
1;
PERL
done
cat >a.pl <<'PERL'
sub loads {
	my $n = shift;
	require "M$n.pm";
	loads($n + 1) if $n < 150;
}
loads(1);
PERL

run 0 $AGENT --event=syscalls --mode=sample -o a.out -- perl -Ilib a.pl
events_of a.out >events
of_modules=$(total 4 '$9 == "newfstatat" && $11 ~ /^M[0-9]+[.]pm$/')
expect_that "$of_modules > 0.95 * 450"
expect_that "$of_modules <= 450"
unknown=$(total 4 '$2 == 2')
expect_that "$unknown < 0.05 * $(total 4 '1')"
