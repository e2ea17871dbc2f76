# The command's status is ours.

run 7 $AGENT -q -- perl -e 'my $x = 1; exit 7'
expect [ ! -s stderr ]

run 143 $AGENT -q -- perl -e 'my $x = 1; kill TERM => $$; sleep 5'
run 139 $AGENT -q -- perl -e 'my $x = 1; kill SEGV => $$; sleep 5'
expect [ -e nytprof.out ]

run 2 $AGENT -q -- perl no-such-script.pl
