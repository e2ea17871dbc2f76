# doctor says what works here, and of a process.

perl -e 'open F, q(>up); sleep 60' & perl=$!
await [ -e up ]
run 0 $AGENT doctor
expect_out 'ok   kernel'
expect_out 'ok   feature    bpf_loop: '
expect_out 'ok   uprobes'
expect_out '/usr/bin/perl: 5.'

run 0 $AGENT doctor --pid $perl
expect_out probes

run 1 $AGENT doctor --pid 1
expect_out 'FAIL process'
stop $perl
