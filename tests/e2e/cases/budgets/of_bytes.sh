# Of bytes, also of processes that run: a disk has an end.

record_both --max-size=4M
run_honest
{
	cat <<'PERL'
$| = 1; print qq{\n}; sleep 1 until -e 'end';
PERL
	head -c 1000000 /dev/urandom | od -An -tx1 | sed 's/^/#/'
} >theirs/f.pl
for i in {1..12}; do as_flooder perl "$PWD/theirs/f.pl" >up.$i & done
for i in {1..12}; do await [ -s up.$i ]; done
await $AGENT ctl flush $A # not while its own flush goes on
expect [ "$(du -sk out | cut -f1)" -lt $((4096 + 1024)) ]
touch theirs/end
end_all
expect [ "$(du -sk out | cut -f1)" -lt $((4096 + 1024)) ]
expect_honest $H
