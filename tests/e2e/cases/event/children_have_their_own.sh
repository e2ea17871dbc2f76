# A child of a command has rows of its own.

is='$9 == "newfstatat" && $10 ~ /look|CORE:/ && $3 ~ /main::look/'
cat >b.pl <<'PERL'
use strict;
sub look { -e "none$_" for 1 .. $_[0] }
look(30);
if (my $child = fork) {
	waitpid $child, 0;
	$? == 0 or die;
	print "$child\n";
} else {
	look(50);
}
PERL
for mode in trace sample; do
	run 0 $AGENT --event=syscalls --mode=$mode -o b.out -- perl b.pl
	[ $mode = sample ] || expect_err 'not recorded: nothing (0)' # a tick may be lost beside other work
	events_of b.out >events
	expect [ "$(total 4 "$is")" = 30 ]
	events_of b.out."$(cat stdout)" >events
	expect [ "$(total 4 "$is")" = 50 ]
done

# The last one as JSON, with names instead of indices.
run 0 $AGENT export --format=json b.out
cp stdout json
perl -MJSON::PP -0777 -ne 'my $p = decode_json($_);
	for (grep { $_->{detail} eq "newfstatat" } @{ $p->{events} }) {
		print join(";", map { $p->{subs}[$_]{name} } reverse @{ $_->{stack} }), " $_->{where} $_->{count} $_->{errors}\n";
	}' json >stdout
expect grep -q '^main::RUNTIME;main::look.* sub 30 30$' stdout
run 0 $AGENT report b.out
expect_out 'Events of the kernel by sub'
