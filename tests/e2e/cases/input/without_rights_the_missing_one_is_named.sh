# Without rights the missing one is named.

run 1 setpriv --reuid=nobody --regid=nogroup --clear-groups $AGENT -o /tmp/x.out -- perl -e 1
expect_one_line CAP_BPF
expect_err sudo

(
	setpriv --bounding-set=-bpf,-sys_admin --inh-caps=-bpf,-sys_admin capsh --drop=cap_bpf,cap_sys_admin -- -c "$AGENT -- perl -e 1" || true
	setpriv --bounding-set=-perfmon,-sys_admin $AGENT -- perl -e 1
) >stdout 2>stderr
expect_status 1
expect_err CAP_PERFMON
expect_err 'root lacks'
