# The file belongs to the user who called sudo if the process is that user's; else to root.

chmod 777 .
cp worker.pl theirs.pl
chmod 644 theirs.pl
perl worker.pl & mine=$!
setpriv --reuid=65534 --regid=65534 --clear-groups perl theirs.pl & theirs=$!
await [ -e up.$mine ]
await [ -e up.$theirs ]
start_sampling $mine,$theirs
SUDO_UID=65534 SUDO_GID=65534 run 0 $AGENT ctl trace $theirs -d 200ms
SUDO_UID=65534 SUDO_GID=65534 run 0 $AGENT ctl trace $mine -d 200ms
expect [ "$(stat -c '%u %a' nytprof.out.$theirs)" = '65534 600' ]
expect [ "$(stat -c '%u %a' nytprof.out.$mine)" = '0 600' ]
run 0 $AGENT ctl trace $theirs -d 200ms -o root.out
expect [ "$(stat -c '%u %a' root.out)" = '0 600' ]
touch end
wait $mine $theirs
wait $R
expect_status 0 3 # who only waits may have no sample
