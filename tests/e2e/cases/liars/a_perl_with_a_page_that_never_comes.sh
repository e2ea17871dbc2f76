# A perl with a page that never comes: whoever reads it waits for a program of the target's user, and can't be killed.

make_liar
mkdir mnt
"$HELPERS/slow_fs" mnt & fs=$!
await [ -e mnt/page ]
LIAR_CALLS=100000 LIAR_PAGE=mnt/page ./liar a.pl & pid=$!
await grep -q mnt/page /proc/$pid/maps

# The agent does not wait, and goes on.
run 0 timeout -k 1 60 $AGENT --pid $pid -d 2
expect kill -0 $pid
stop $pid
stop $fs
umount -l mnt
read_profile nytprof.out
expect_that "$(number_after 'sub main::one ') >= 10"
expect_out 'attr agent_uncalled_subs incomplete'
