# A line has the same colours on the page as on a terminal.

record_work
page ours
TERM=xterm script -qefc "stty cols 120; PAGER=cat $AGENT report --all-lines --source a.pl ours.out" /dev/null </dev/null >terminal.txt 2>stderr
expect_status 0
browse heat ours.html terminal.txt
