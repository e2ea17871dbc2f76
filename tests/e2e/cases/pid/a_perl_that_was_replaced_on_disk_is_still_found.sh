# A perl that was replaced on disk is still found.

cp "$SUITE/server.pl" .
cp /usr/bin/perl old-perl
./old-perl server.pl & server=$!
await [ -e "up.$server" ]
cp /bin/true new-perl
mv new-perl old-perl
run 0 $AGENT --pid $server -d 1
read_profile nytprof.out
expect_that "$(number_after 'main::serve main::request ') > 10"
stop $server
