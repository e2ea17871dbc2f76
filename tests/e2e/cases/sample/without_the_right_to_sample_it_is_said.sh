# Without the right to perf events it is said which right that takes, and nothing is run.

run 1 capsh --drop=cap_perfmon,cap_sys_admin -- -c "exec $AGENT --mode=sample -- touch ran"
expect_one_line 'CAP_PERFMON'
expect [ ! -e ran ]
