# Stacks on a page that never comes hold up neither dump nor samples, and no other process.

make_liar
mkdir mnt
"$HELPERS/slow_fs" mnt & fs=$!
await [ -e mnt/page ]
LIAR_STACK=mnt/page ./liar a.pl & pid=$!
await grep -q mnt/page /proc/$pid/maps
perl -e 'sleep 1000' & other=$!
await grep -q nanosleep /proc/$other/wchan

run 3 timeout -k 1 60 "$AGENT" dump --pid "$pid,$other"
expect_one_line "process $pid (liar) has mapped "
expect_out "process $other: "

# A sample can't wait for a page, and neither can the look at a wait.
run 3 timeout -k 1 60 "$AGENT" --mode=sample --no-off-cpu --pid $pid -d 1
expect_err 'samples that could not be read or stored completely'
$AGENT --mode=sample --pid $pid -d 1 >/dev/null 2>stderr
expect_status 0 3
expect_err 'samples that could not be read or stored completely'
expect kill -0 $pid
stop $pid
stop $other
stop $fs
umount -l mnt
