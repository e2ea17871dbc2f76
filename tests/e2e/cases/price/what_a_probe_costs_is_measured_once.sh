# The next recording takes what the last one has measured, if nothing has changed since.  In a /run of its own.

cat >twice.sh <<'SH'
mount -t tmpfs tmpfs /run
kept=/run/nytprof-bpf/kernel
prices() { "$AGENT" -v -- perl -e 1 2>&1 >/dev/null | sed -n 's/.*: \(uprobes use .*\|what a probe costs .*\) *$/\1/p' | sed 's/ [0-9]* s ago//'; }
prices >first
stat -c %a:%s $kept >mode
prices >second
chmod 666 $kept; prices >others
printf x | dd of=$kept conv=notrunc 2>/dev/null; prices >changed
echo >$kept; prices >short
rm $kept; ln -s /etc/passwd $kept; prices >link
rm $kept
"$AGENT" doctor >/dev/null 2>&1
prices >after_doctor
SH
AGENT=$AGENT run 0 unshare -m sh twice.sh
uses() { grep '^uses\|^uprobes' "$1"; }
expect [ -n "$(uses first)" ]
expect_not_in first 'what a probe costs was measured'
expect grep -q '^600:' mode
expect_in second 'what a probe costs was measured'
expect [ "$(uses first)" = "$(uses second)" ]
for file in others changed short link; do
	expect [ -n "$(uses $file)" ]
	expect_not_in $file 'what a probe costs was measured'
done
expect grep -q '^root:' /etc/passwd
expect_in after_doctor 'what a probe costs was measured'
